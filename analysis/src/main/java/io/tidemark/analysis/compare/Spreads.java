package io.tidemark.analysis.compare;

/** What is taken for granted of how the runs of two sides vary, where they are not equally many. */
public enum Spreads {
    /** Nothing: each side varies in its own way. */
    EACH_ITS_OWN,
    /** Both vary alike, as segments of one run do. */
    ONE_FOR_BOTH
}
