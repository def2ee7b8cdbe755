"""Training players by self-play, on a GPU or on processor cores; needs PyTorch (extra `train`).

The modules in reading order: `settings`, `tensors` (many games at once), `network`, `rollout`
(playing and crediting decisions), `learner` (one iteration of learning), `arena` (matches between
networks), `team` (several workers), `checkpoints` and `run` (a whole training run).
"""
