package io.tidemark.alerts.rule;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** The kinds of alerts, with what holds for each unless {@code alerts.yaml} says otherwise. */
public enum AlertKind {
    /** An objective is broken in its own window. */
    SLO_BREACH("SloBreach", Severity.TICKET, Duration.ofSeconds(30), Duration.ZERO),
    /** A burn-rate rule of an objective fires; its severity is that of the rule. */
    BURN_RATE("BurnRate", Severity.PAGE, Duration.ofSeconds(30), Duration.ZERO),
    /** A phase, or the newest segments of a soak, is worse than what it is compared with. */
    REGRESSION("Regression", Severity.TICKET, Duration.ZERO, Duration.ZERO),
    /** A run ended INVALID: its figures must not be used. */
    RUN_INVALID("RunInvalid", Severity.TICKET, Duration.ZERO, Duration.ofDays(1)),
    /** A run is said to be running, but nothing has been heard of it. */
    RUN_LOST("RunLost", Severity.TICKET, Duration.ofMinutes(5), Duration.ofDays(1)),
    /** One lane of a running run sends no heartbeats. */
    LANE_SILENT("LaneSilent", Severity.TICKET, Duration.ofSeconds(30), Duration.ZERO),
    /** Events that a run announced never came. */
    EVENTS_MISSING("EventsMissing", Severity.TICKET, Duration.ZERO, Duration.ofDays(1)),
    /** Records of the team become dead letters. */
    DEAD_LETTERS("DeadLetters", Severity.TICKET, Duration.ZERO, Duration.ZERO),
    /** A run that should have taken place has not. */
    RUN_OVERDUE("RunOverdue", Severity.TICKET, Duration.ZERO, Duration.ZERO),
    /** A server that answered scrapes does not answer any more. */
    TARGET_DOWN("TargetDown", Severity.PAGE, Duration.ofSeconds(15), Duration.ZERO),
    /** The streams or the sink do not keep up. */
    PIPELINE_LAG("PipelineLag", Severity.TICKET, Duration.ofMinutes(5), Duration.ZERO),
    /** A disk of the pipeline is nearly full. */
    PIPELINE_DISK("PipelineDisk", Severity.TICKET, Duration.ofMinutes(1), Duration.ZERO),
    /** A phase of an experiment began. */
    PHASE_STARTED("PhaseStarted", Severity.INFO, Duration.ZERO, Duration.ZERO),
    /** A run ended, with its verdict. */
    RUN_ENDED("RunEnded", Severity.INFO, Duration.ZERO, Duration.ZERO);

    private final String alertname;
    private final String severity;
    private final Duration wait;
    private final Duration resolveAfter;

    AlertKind(String alertname, String severity, Duration wait, Duration resolveAfter) {
        this.alertname = alertname;
        this.severity = severity;
        this.wait = wait;
        this.resolveAfter = resolveAfter;
    }

    private static final class Severity {
        private static final String PAGE = "page";
        private static final String TICKET = "ticket";
        private static final String INFO = "info";
    }

    /** The value of the label {@code alertname}. */
    public String alertname() {
        return alertname;
    }

    /** The word for it in {@code alerts.yaml}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it happens once, without an end. */
    public boolean isEvent() {
        return this == PHASE_STARTED || this == RUN_ENDED;
    }

    /** The kind of an alertname. */
    public static Optional<AlertKind> of(String alertname) {
        return Arrays.stream(values())
                .filter(kind -> kind.alertname.equals(alertname))
                .findFirst();
    }

    /** What holds unless a file says otherwise. */
    public RuleSettings defaults() {
        return new RuleSettings(wait, false, severity, resolveAfter, defaultLimit());
    }

    private OptionalDouble defaultLimit() {
        return switch (this) {
            case DEAD_LETTERS -> OptionalDouble.of(0);
            case PIPELINE_LAG -> OptionalDouble.of(100_000);
            case PIPELINE_DISK -> OptionalDouble.of(0.05);
            default -> OptionalDouble.empty();
        };
    }
}
