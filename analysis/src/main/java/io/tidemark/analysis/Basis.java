package io.tidemark.analysis;

/** What an interval rests on. */
public enum Basis {
    /** The number of requests, as if they were independent. */
    N_ALONE("n alone: requests that share a server depend on each other, so the true interval is wider");

    private final String words;

    Basis(String words) {
        this.words = words;
    }

    /** The words that reports print. */
    public String words() {
        return words;
    }
}
