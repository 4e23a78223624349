package io.tidemark.alerts.kind;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/** The kinds of alerts, with what holds for each unless {@code alerts.yaml} says otherwise. */
public enum AlertKind {
    SLO_BREACH(
            "SloBreach", "an objective of a run is broken in its own window", Severity.TICKET, Duration.ofSeconds(30)),
    /** Its severity is that of the rule. */
    BURN_RATE("BurnRate", "a burn-rate rule of an objective fires", Severity.PAGE, Duration.ofSeconds(30)),
    REGRESSION("Regression", "a phase is worse than its base, or a soak became worse", Severity.TICKET),
    REGRESSION_SUSPECTED(
            "RegressionSuspected",
            "a run of a watched plan is suspected to be worse than the plan's baseline",
            Severity.TICKET),
    REGRESSION_CONFIRMED(
            "RegressionConfirmed",
            "runs that were made for it confirm that a watched plan is worse than its baseline",
            Severity.PAGE),
    WATCH_BLOCKED("WatchBlocked", "a watched plan is due and cannot run", Severity.TICKET, Duration.ofMinutes(15)),
    TUNE_STUCK(
            "TuneStuck",
            "a tune cannot go on, or nothing is heard of it",
            Severity.TICKET,
            Duration.ZERO,
            Duration.ofDays(1)),
    SOAK_DRIFT("SoakDrift", "an hour or a day of a soak is worse than the first ones", Severity.TICKET),
    RUN_INVALID("RunInvalid", "a run ended INVALID", Severity.TICKET, Duration.ZERO, Duration.ofDays(1)),
    RUN_LOST(
            "RunLost", "no lane of a running run is heard", Severity.TICKET, Duration.ofMinutes(1), Duration.ofDays(1)),
    LANE_SILENT("LaneSilent", "a lane of a running run is not heard", Severity.TICKET, Duration.ofSeconds(30)),
    EVENTS_MISSING(
            "EventsMissing",
            "events that a run announced never came",
            Severity.TICKET,
            Duration.ZERO,
            Duration.ofDays(1)),
    DEAD_LETTERS("DeadLetters", "records become dead letters", Severity.TICKET),
    RUN_OVERDUE("RunOverdue", "an expected run did not take place", Severity.TICKET),
    TARGET_DOWN("TargetDown", "a server does not answer scrapes any more", Severity.PAGE, Duration.ofSeconds(15)),
    PIPELINE_LAG("PipelineLag", "the streams or the sink do not keep up", Severity.TICKET, Duration.ofMinutes(5)),
    PIPELINE_DISK("PipelineDisk", "a disk of the pipeline is nearly full", Severity.PAGE, Duration.ofMinutes(1)),
    ALERTS_HELD_BACK(
            "AlertsHeldBack", "more alerts of the team fire than a receiver is notified of one by one", Severity.PAGE),
    PHASE_STARTED("PhaseStarted", "a phase began (an event)", Severity.INFO),
    RUN_ENDED("RunEnded", "a run ended, with its verdict (an event)", Severity.INFO),
    TUNE_ENDED("TuneEnded", "a tune ended, with what it found (an event)", Severity.INFO);

    private static final double MAX_DEAD_LETTERS = 0;
    private static final double MAX_LAG_RECORDS = 100_000;
    private static final double MIN_FREE_SHARE = 0.05;
    private static final double MAX_FIRING = 100;

    private final String alertname;
    private final String meaning;
    private final String severity;
    private final Duration holdFor;
    private final Duration resolveAfter;

    AlertKind(String alertname, String meaning, String severity) {
        this(alertname, meaning, severity, Duration.ZERO);
    }

    AlertKind(String alertname, String meaning, String severity, Duration holdFor) {
        this(alertname, meaning, severity, holdFor, Duration.ZERO);
    }

    AlertKind(String alertname, String meaning, String severity, Duration holdFor, Duration resolveAfter) {
        this.alertname = alertname;
        this.meaning = meaning;
        this.severity = severity;
        this.holdFor = holdFor;
        this.resolveAfter = resolveAfter;
    }

    private static final class Severity {
        private static final String PAGE = "page";
        private static final String TICKET = "ticket";
        private static final String INFO = "info";
    }

    /** What the limit of a rule counts, and so how it is written. */
    public enum LimitUnit {
        /** The rule has no limit. */
        NONE,
        /** A number: of dead letters in 10 minutes, of records of lag, of firing alerts that a receiver is notified of. It fires above. */
        COUNT,
        /** A share in (0, 1), as 0.05: of a disk that is free. It fires below. */
        SHARE
    }

    /** The value of the label {@code alertname}. */
    public String alertname() {
        return alertname;
    }

    /** What it says, in words. */
    public String meaning() {
        return meaning;
    }

    /** What its limit counts. */
    public LimitUnit limitUnit() {
        return switch (this) {
            case DEAD_LETTERS, PIPELINE_LAG, ALERTS_HELD_BACK -> LimitUnit.COUNT;
            case PIPELINE_DISK -> LimitUnit.SHARE;
            default -> LimitUnit.NONE;
        };
    }

    /** Whether it happens once, without an end. */
    public boolean isEvent() {
        return this == PHASE_STARTED || this == RUN_ENDED || this == TUNE_ENDED;
    }

    /** The kind of an alertname. */
    public static Optional<AlertKind> of(String alertname) {
        return Arrays.stream(values())
                .filter(kind -> kind.alertname.equals(alertname))
                .findFirst();
    }

    /** What holds unless a file says otherwise. */
    public RuleSettings defaults() {
        return new RuleSettings(holdFor, false, severity, resolveAfter, defaultLimit());
    }

    private OptionalDouble defaultLimit() {
        return switch (this) {
            case DEAD_LETTERS -> OptionalDouble.of(MAX_DEAD_LETTERS);
            case PIPELINE_LAG -> OptionalDouble.of(MAX_LAG_RECORDS);
            case PIPELINE_DISK -> OptionalDouble.of(MIN_FREE_SHARE);
            case ALERTS_HELD_BACK -> OptionalDouble.of(MAX_FIRING);
            default -> OptionalDouble.empty();
        };
    }
}
