"""Environments for programs: batches on all cores or a GPU; PettingZoo, Gymnasium, OpenSpiel."""
