"""The games for programs: batches on all cores, PettingZoo and Gymnasium environments."""
