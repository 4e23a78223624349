package io.tidemark.exporter.results;

import com.google.common.collect.ImmutableList;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.tidemark.schemas.Metric;
import java.util.Optional;

/** The metrics that results are exposed as, each with its labels and its meaning. Units are in the names: seconds, or none. */
public enum ResultMetric {
    TTFT(Metric.TTFT),
    TTFT_DUE(Metric.TTFT_DUE),
    TPOT(Metric.TPOT),
    ITL(Metric.ITL),
    E2E(Metric.E2E),
    E2E_DUE(Metric.E2E_DUE),
    QUEUE_TIME(Metric.QUEUE_TIME),

    REQUESTS(
            Kind.COUNTER,
            "tidemark_requests_total",
            "Requests that ended, by outcome; those of the warm-up among them.",
            with(Label.SERIES, "outcome")),
    PROMPT_TOKENS(
            Kind.COUNTER,
            "tidemark_prompt_tokens_total",
            "Prompt tokens of ok requests, as the server counted.",
            Label.SERIES),
    CACHED_PROMPT_TOKENS(
            Kind.COUNTER,
            "tidemark_cached_prompt_tokens_total",
            "Of the prompt tokens, found in the prefix cache, as the server counted.",
            Label.SERIES),
    OUTPUT_TOKENS(Kind.COUNTER, "tidemark_output_tokens_total", "Output tokens of ok requests.", Label.SERIES),
    REQUESTS_IN_FLIGHT(
            Kind.GAUGE,
            "tidemark_requests_in_flight",
            "Requests sent and not ended, as the lanes reported in the last 10 s.",
            Label.RUN),

    RUN_STATUS(Kind.GAUGE, "tidemark_run_status", "1 for the status of the run, else 0.", with(Label.RUN, "status")),
    STEP(Kind.GAUGE, "tidemark_step", "Number of the newest step of the run, from 1.", Label.RUN),
    STEP_LOAD(
            Kind.GAUGE,
            "tidemark_step_load",
            "Load of that step: requests per second (rate), or concurrent (concurrency).",
            with(Label.RUN, "load_kind")),
    STEP_VERDICT(
            Kind.GAUGE,
            "tidemark_step_verdict",
            "1 for the verdict of the newest step that is over, else 0; of a run that counts.",
            with(Label.RUN, "verdict")),
    HELD_LOAD(
            Kind.GAUGE,
            "tidemark_held_load",
            "Highest load of the run that passed, below the lowest that failed; of steps that are over, of a run that counts.",
            with(Label.RUN, "load_kind")),
    FAILED_LOAD(
            Kind.GAUGE,
            "tidemark_failed_load",
            "Lowest load of the run that failed; of the same steps.",
            with(Label.RUN, "load_kind")),

    OBJECTIVE_REQUESTS(
            Kind.COUNTER,
            "tidemark_objective_requests_total",
            "Requests of the measured parts that the objective was judged on; for itl, gaps.",
            Label.OBJECTIVE),
    OBJECTIVE_BAD_REQUESTS(
            Kind.COUNTER,
            "tidemark_objective_bad_requests_total",
            "Of these, exactly counted, worse than the limit or not ok.",
            Label.OBJECTIVE),
    OBJECTIVE_TARGET(
            Kind.GAUGE, "tidemark_objective_target_ratio", "Share of requests that must be good.", Label.OBJECTIVE),
    OBJECTIVE_LIMIT(
            Kind.GAUGE,
            "tidemark_objective_limit_seconds",
            "Limit of an objective on a quantile, or of one metric of a good(...) objective.",
            with(Label.OBJECTIVE, "metric")),
    OBJECTIVE_PERIOD(
            Kind.GAUGE,
            "tidemark_objective_period_seconds",
            "Period that the error budget is for; nothing where none is kept.",
            Label.OBJECTIVE),
    OBJECTIVE_STATE(
            Kind.GAUGE,
            "tidemark_objective_state",
            "1 for where the objective stands in its newest window, else 0.",
            with(Label.OBJECTIVE, "state")),
    ERROR_BUDGET_LEFT(
            Kind.GAUGE,
            "tidemark_error_budget_left_ratio",
            "Share of the error budget of the newest step that is left; below 0 where more was spent.",
            Label.OBJECTIVE),
    BURN_RATE(
            Kind.GAUGE,
            "tidemark_burn_rate_ratio",
            "Burn rate of the error budget in a window of a burn-rate rule, as last published.",
            with(Label.OBJECTIVE, "window")),
    BURN_RULE_FIRING(
            Kind.GAUGE,
            "tidemark_burn_rule_firing",
            "1 while a breach of the burn-rate rule is open, else 0.",
            with(Label.OBJECTIVE, "severity", "rule")),
    BREACHES_OPEN(
            Kind.GAUGE,
            "tidemark_breaches_open",
            "Breaches that are open; severity is that of the burn-rate rule, or window for the objective's own window.",
            with(Label.OBJECTIVE, "severity")),
    BREACHES(
            Kind.COUNTER,
            "tidemark_breaches_total",
            "Breaches that opened, also those that were retracted.",
            with(Label.OBJECTIVE, "severity")),
    COMPARISONS(
            Kind.GAUGE,
            "tidemark_comparisons",
            "Comparisons of a phase with its base, by verdict; regressed are the regressions.",
            ImmutableList.of("team", "experiment", "workload", "base_phase", "phase", "verdict")),
    DECISION(
            Kind.GAUGE,
            "tidemark_phase_decision",
            "1 for what the decision between a phase and its base says of the phase, else 0: the answer of report, compare and gate.",
            ImmutableList.of("team", "experiment", "workload", "base_phase", "phase", "outcome")),

    EXPORTER_READY(
            Kind.GAUGE,
            "tidemark_exporter_ready",
            "1 once the team's topics have been read up to the start of this process, 0 before and when reading ended.",
            ImmutableList.of("team")),
    EXPORTER_RUNS(Kind.GAUGE, "tidemark_exporter_runs", "Runs that are exposed.", ImmutableList.of("team")),
    EXPORTER_SERIES(
            Kind.GAUGE,
            "tidemark_exporter_series",
            "Run, target and class together that are exposed.",
            ImmutableList.of("team")),
    EXPORTER_OVER_LIMIT(
            Kind.COUNTER,
            "tidemark_exporter_over_limit_total",
            "Records, and series of each page, that are not exposed, as there are too many runs, series or objectives.",
            ImmutableList.of("team", "kind")),
    EXPORTER_UNUSABLE(
            Kind.COUNTER,
            "tidemark_exporter_unusable_records_total",
            "Records that could be decoded but not used, such as a sketch that is none, and runs that a page lacks because of one.",
            ImmutableList.of("team"));

    /** Labels that many have. */
    private static final class Label {
        static final ImmutableList<String> RUN = ImmutableList.of("team", "experiment", "phase", "run", "target");
        static final ImmutableList<String> SERIES = with(RUN, "class");
        static final ImmutableList<String> OBJECTIVE = with(RUN, "class", "objective");

        private Label() {}
    }

    /** What Prometheus calls a type. */
    public enum Kind {
        COUNTER,
        GAUGE,
        HISTOGRAM
    }

    private static final String COUNTER_SUFFIX = "_total";

    private final Kind kind;
    private final String exposedName;
    private final String meaning;
    private final ImmutableList<String> labels;
    private final Optional<Metric> latency;

    ResultMetric(Metric latency) {
        this.kind = Kind.HISTOGRAM;
        this.exposedName = "tidemark_" + latency.id() + "_seconds";
        this.meaning = latency.label() + ": " + latency.definition();
        this.labels = Label.SERIES;
        this.latency = Optional.of(latency);
    }

    ResultMetric(Kind kind, String exposedName, String meaning, ImmutableList<String> labels) {
        this.kind = kind;
        this.exposedName = exposedName;
        this.meaning = meaning;
        this.labels = labels;
        this.latency = Optional.empty();
    }

    public Kind kind() {
        return kind;
    }

    /** As a scrape shows it; histograms have more than one series of that name. */
    public String exposedName() {
        return exposedName;
    }

    public String meaning() {
        return meaning;
    }

    /** Names of its labels, in the order of their values. */
    public ImmutableList<String> labels() {
        return labels;
    }

    /** The latency that a histogram is of. */
    public Optional<Metric> latency() {
        return latency;
    }

    /** Without the suffix that formats add. */
    MetricMetadata metadata() {
        String base = kind == Kind.COUNTER
                ? exposedName.substring(0, exposedName.length() - COUNTER_SUFFIX.length())
                : exposedName;
        return new MetricMetadata(base, meaning);
    }

    private static ImmutableList<String> with(ImmutableList<String> labels, String... more) {
        return ImmutableList.<String>builder().addAll(labels).add(more).build();
    }
}
