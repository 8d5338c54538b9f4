"""Trains the network: games and proofs in, one ONNX file and its card out."""
