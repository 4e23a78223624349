package io.tidemark.alerts.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/** The kinds of alerts, as the label {@code alertname} names them, with what their rules are set to unless the file says otherwise. */
public enum AlertKind {
    SLO_BREACH("SloBreach", "page", "an objective of a run is not met"),
    BURN_RATE("BurnRate", "", "an error budget is used up too fast"),
    REGRESSION("Regression", "ticket", "a candidate phase is worse than its base"),
    RUN_INVALID("RunInvalid", "ticket", "a run's own measurement exceeded a limit"),
    RUN_LOST("RunLost", "ticket", "a run stopped without telling its end"),
    LANE_SILENT("LaneSilent", "ticket", "a process of a run sends no heartbeats"),
    EVENTS_MISSING("EventsMissing", "ticket", "events of a run were lost"),
    DEAD_LETTERS("DeadLetters", "ticket", "records cannot be read"),
    RUN_OVERDUE("RunOverdue", "ticket", "an expected run did not begin"),
    TARGET_DOWN("TargetDown", "page", "a target does not answer"),
    PIPELINE_LAG("PipelineLag", "ticket", "results come late"),
    PIPELINE_DISK("PipelineDisk", "page", "a disk of the pipeline is nearly full"),
    PHASE_STARTED("PhaseStarted", "info", "a phase has begun (an event)"),
    RUN_ENDED("RunEnded", "info", "a run has ended, with its verdict (an event)");

    private static final Duration CALM = Duration.ofMinutes(1);
    private static final double DEAD_LETTERS_PER_10_MINUTES = 0;
    private static final double LAG_SECONDS = 60;
    private static final double DISK_SHARE = 0.9;

    private final String alertname;
    private final String severity;
    private final String meaning;

    AlertKind(String alertname, String severity, String meaning) {
        this.alertname = alertname;
        this.severity = severity;
        this.meaning = meaning;
    }

    public static Optional<AlertKind> of(String alertname) {
        return Arrays.stream(values())
                .filter(kind -> kind.alertname.equals(alertname))
                .findFirst();
    }

    /** The value of the label {@code alertname}. */
    public String alertname() {
        return alertname;
    }

    /** What it says, in words. */
    public String meaning() {
        return meaning;
    }

    /** Whether it is something that happened once and has no end. */
    public boolean isEvent() {
        return this == PHASE_STARTED || this == RUN_ENDED;
    }

    /** What its limit counts. */
    public LimitUnit limitUnit() {
        return switch (this) {
            case DEAD_LETTERS -> LimitUnit.COUNT;
            case PIPELINE_LAG -> LimitUnit.DURATION;
            case PIPELINE_DISK -> LimitUnit.SHARE;
            default -> LimitUnit.NONE;
        };
    }

    /** What its rule is set to unless the file says otherwise. */
    public RuleSettings defaults() {
        Duration resolveAfter = isEvent() ? Duration.ZERO : CALM;
        return new RuleSettings(Duration.ZERO, false, severity, resolveAfter, defaultLimit());
    }

    private OptionalDouble defaultLimit() {
        return switch (this) {
            case DEAD_LETTERS -> OptionalDouble.of(DEAD_LETTERS_PER_10_MINUTES);
            case PIPELINE_LAG -> OptionalDouble.of(LAG_SECONDS);
            case PIPELINE_DISK -> OptionalDouble.of(DISK_SHARE);
            default -> OptionalDouble.empty();
        };
    }

    /** What the limit of a rule counts, and so how it is written. */
    public enum LimitUnit {
        /** The rule has no limit of its own. */
        NONE,
        /** More than so many in 10 minutes. */
        COUNT,
        /** Seconds; written as {@code 90s} or {@code 2m}. */
        DURATION,
        /** A share in (0, 1); written as {@code 0.9}. */
        SHARE
    }
}
