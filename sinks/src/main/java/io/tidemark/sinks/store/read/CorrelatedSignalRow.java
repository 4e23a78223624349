package io.tidemark.sinks.store.read;

/** A signal that moved with a breach: its means before and during, and the size of the move in baseline standard deviations. Moved with, not caused by. */
public record CorrelatedSignalRow(String signal, double before, double during, double score) {}
