package io.tidemark.analysis.tune;

/** Why a server is started. */
public enum TrialPurpose {
    /** The default, first of all. */
    BASELINE("the default first"),
    /** A candidate that spreads the first trials over the space. */
    SPREAD("far from what was tried"),
    /** A candidate that the model expects to improve, or knows little of. */
    PROPOSED("proposed by the model"),
    /** A candidate again, for longer. */
    PROMOTED("again, for longer"),
    /** A candidate that worked before, after two failures of one cause; the default after three. */
    CONTROL("worked before; two starts in a row failed"),
    /** A run of the final stage. */
    FINAL("final stage");

    private final String description;

    TrialPurpose(String description) {
        this.description = description;
    }

    /** The words that listings print. */
    public String description() {
        return description;
    }
}
