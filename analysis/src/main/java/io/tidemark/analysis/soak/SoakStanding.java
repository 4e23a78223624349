package io.tidemark.analysis.soak;

/** The verdict of an hour or a day, the worst last. */
public enum SoakStanding {
    /** The first hours and the first days: what later ones are compared with. */
    REFERENCE("reference"),
    /** Nothing is shown to differ from the first hours. */
    STEADY("steady"),
    /** Latency moved, or memory grows, beyond chance and by enough to matter; requests are still served. */
    DRIFTED("drifted"),
    /** Work is lost: throughput or completed requests fell, answers are empty, or the server restarted. */
    DEGRADED("degraded");

    private final String word;

    SoakStanding(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
