package io.tidemark.bench.compare;

/** How many runs a side, each with so many loads. */
public record CompareSize(int runsPerSide, int loads) {
    /** Ten against ten over ten loads: 140 questions. */
    public static final CompareSize STANDARD = new CompareSize(10, 10);
}
