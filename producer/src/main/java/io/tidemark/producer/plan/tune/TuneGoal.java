package io.tidemark.producer.plan.tune;

/** What a search over server configurations makes as good as possible, within all objectives of the plan. */
public enum TuneGoal {
    /** The highest load that is held. */
    HELD_LOAD("held load", true),
    /** The most requests per second that keep the latency limits of all objectives, over the plan's loads: vLLM's goodput. */
    GOODPUT("goodput", true),
    /** Output tokens per second at the highest load that is held. */
    OUTPUT_TOKENS("output tokens per second within the SLO", true),
    /** Price of a million output tokens at that load. */
    COST_PER_TOKEN("cost per million output tokens within the SLO", false);

    private final String description;
    private final boolean maximized;

    TuneGoal(String description, boolean maximized) {
        this.description = description;
        this.maximized = maximized;
    }

    /** As verdicts print it. */
    public String description() {
        return description;
    }

    /** Whether a higher value is better. */
    public boolean isMaximized() {
        return maximized;
    }
}
