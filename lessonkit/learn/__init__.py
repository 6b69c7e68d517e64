"""Learning: a learner's own file, its checks and evidence, and proofs of exercises."""
