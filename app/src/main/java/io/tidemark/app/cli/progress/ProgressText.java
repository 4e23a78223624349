package io.tidemark.app.cli.progress;

import io.tidemark.app.live.LiveRunState;
import io.tidemark.app.live.SloValue;
import io.tidemark.events.BurnEvidence;
import io.tidemark.events.LoadKind;
import io.tidemark.events.MetricName;
import io.tidemark.events.Outcome;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.load.ArrivalPlan;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.publish.Backlog;
import io.tidemark.producer.run.FirstRequestResult;
import io.tidemark.producer.tally.FailureCause;
import io.tidemark.producer.tally.RunProgress;
import io.tidemark.producer.tally.StepCounts;
import io.tidemark.producer.tally.StepOfferedLoad;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.StepNumber;
import io.tidemark.schemas.ValueText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** A run's progress in words. Pure. */
final class ProgressText {
    private static final int BAR_CELLS = 20;
    private static final int MAX_CAUSES = 5;

    private ProgressText() {}

    /** A step that runs, on a terminal: its load, how much of it is done, the time left and where its objectives stand. */
    static String running(RunProgress progress, StepPlan step, List<SloValue> slo) {
        Optional<Duration> expected = step.expectedDuration();
        double share = expected.map(whole -> share(progress.elapsed(), whole))
                .orElseGet(() -> progress.extent().share());
        return askedLoad(progress, step) + "  " + bar(share) + "   " + timeLeft(progress, expected) + "   "
                + objectives(progress, slo);
    }

    /** The same when it has ended. */
    static String ended(RunProgress progress, List<SloValue> slo) {
        return offeredLoad(progress.load()) + "  " + bar(progress.extent().share()) + "   "
                + requests(progress.counts()) + "   " + objectives(progress, slo);
    }

    /** A step that begins, where nothing is redrawn: "  step 1/4  20 req/s, about 11 s". */
    static String begins(RunProgress progress, StepPlan step) {
        String takes =
                step.expectedDuration().map(whole -> ", about " + time(whole)).orElse("");
        return number(progress) + askedLoad(progress, step).strip() + takes;
    }

    /** Requests that come at the times of a trace have a rate only when all are due. */
    private static String askedLoad(RunProgress progress, StepPlan step) {
        boolean isTrace = step.load() instanceof LoadModel.Open open && open.arrivals() instanceof ArrivalPlan.Trace;
        return isTrace ? " ".repeat(6) + "trace" : offeredLoad(progress.load());
    }

    /** The same when it has ended: "  step 1/4  20 req/s, 200 requests in 11.1 s   ttft_due p95 < 500ms: about 84.7 ms". */
    static String endedPlain(RunProgress progress, List<SloValue> slo) {
        String load = offeredLoad(progress.load()).strip();
        String took = requests(progress.counts()) + " in " + ValueText.duration(progress.elapsed());
        return number(progress) + load + ", " + took + "   " + objectives(progress, slo);
    }

    private static String number(RunProgress progress) {
        return "  step " + StepNumber.of(progress.step()) + "/" + progress.stepCount() + "  ";
    }

    private static String requests(StepCounts counts) {
        return ValueText.count(counts.measuredDue(), "request");
    }

    private static double share(Duration elapsed, Duration whole) {
        return whole.isZero() ? 1 : Math.min(1, (double) elapsed.toNanos() / whole.toNanos());
    }

    /** By the plan where it says how long the step takes, else by how fast it went so far. */
    private static String timeLeft(RunProgress progress, Optional<Duration> expected) {
        if (expected.isPresent()) {
            Duration left = expected.get().minus(progress.elapsed());
            return left.isNegative() || left.isZero() ? answersLeft(progress.counts()) : time(left) + " left";
        }
        double share = progress.extent().share();
        if (share >= 1) {
            return answersLeft(progress.counts());
        }
        return share == 0
                ? "time left not known yet"
                : "about "
                        + time(Duration.ofNanos(Math.round(progress.elapsed().toNanos() * (1 - share) / share)))
                        + " left";
    }

    /** When all that the step sends is due. */
    private static String answersLeft(StepCounts counts) {
        long open = (long) counts.inFlight() + counts.now().waiting();
        return open == 1 ? "1 answer left" : ValueText.count(open) + " answers left";
    }

    /** Whole seconds, rounded up; from two minutes on minutes. */
    private static String time(Duration time) {
        return ValueText.estimate(Duration.ofSeconds((time.toMillis() + 999) / 1_000));
    }

    /** Where nothing is an objective, the two latencies that a user of a stream sees. */
    private static String objectives(RunProgress progress, List<SloValue> slo) {
        return slo.isEmpty()
                ? "ttft_due p99 " + about(progress.latencies().ttftDueP99Nanos()) + "   tpot p99 "
                        + about(progress.latencies().tpotP99Nanos())
                : slo.stream().map(SloValue::format).collect(Collectors.joining("   "));
    }

    /** What the load generator does: how fast, how late. */
    static String generator(RunProgress progress) {
        int waiting = progress.counts().now().waiting();
        return String.format(
                Locale.ROOT,
                "%s   %s   in flight %d%s   lag p99 %s",
                extent(progress.extent()),
                rates(progress),
                progress.counts().inFlight(),
                waiting == 0 ? "" : ", waiting " + waiting,
                latency(progress.latencies().scheduleLagP99Nanos()));
    }

    private static String offeredLoad(StepOfferedLoad load) {
        if (load.isAllAtOnce()) {
            return load.description();
        }
        return String.format(
                Locale.ROOT, "%5s %s", ValueText.loadNumber(load.asked()), ValueText.loadUnit(load.kind()));
    }

    private static String extent(RunProgress.Extent extent) {
        if (extent instanceof RunProgress.ByCount count) {
            return count.due() + "/" + count.planned();
        }
        RunProgress.ByTime time = (RunProgress.ByTime) extent;
        return time.done().toSeconds() + "/" + time.planned().toSeconds() + " s";
    }

    private static String rates(RunProgress progress) {
        StepOfferedLoad load = progress.load();
        if (load.isAllAtOnce()) {
            return "sent " + progress.counts().sent();
        }
        String sent = "sent " + rate(load.achievedPerSecond()) + "/s";
        return load.kind() == LoadKind.CONCURRENCY ? sent : "drawn " + rate(load.drawnPerSecond()) + ", " + sent;
    }

    private static String rate(OptionalDouble perSecond) {
        return perSecond.isEmpty() ? "-" : ValueText.digits(perSecond.getAsDouble());
    }

    /** Latency and server: the newest 10 s window. */
    static String server(RunProgress progress, LiveRunState figures) {
        long failed = progress.counts().ended() - progress.counts().ok();
        if (figures.isEmpty()) {
            return "errors " + failed;
        }
        return String.format(
                Locale.ROOT,
                "ttft_due p99 %s   tpot p99 %s   itl p99 %s   KV %s   waiting %s   errors %d   %s",
                latency(figures.p99(MetricName.TTFT_DUE)),
                latency(figures.p99(MetricName.TPOT)),
                latency(figures.p99(MetricName.ITL)),
                percent(figures.signal(Signal.KV_USAGE)),
                whole(figures.signal(Signal.WAITING)),
                failed,
                (figures.breaches() == 1 ? "1 breach" : figures.breaches() + " breaches")
                        + figures.worstBurnRate().map(ProgressText::burning).orElse(""));
    }

    private static String burning(BurnEvidence burn) {
        return String.format(
                Locale.ROOT,
                "   %s: burns %sx, %s of the budget left",
                burn.getSeverity(),
                ValueText.digits(burn.getLongBurn()),
                ValueText.percent(burn.getBudgetLeft()));
    }

    /** What Kafka has not acknowledged, where the server's line stands otherwise: its figures come from there. */
    static String unreachable(Backlog backlog) {
        return String.format(
                Locale.ROOT,
                "kafka away since %s: %,d events wait, %,d of them in the spool",
                ValueText.duration(Duration.ofSeconds(backlog.silentFor().toSeconds())),
                backlog.events(),
                backlog.spooled());
    }

    private static String bar(double share) {
        int full = (int) Math.round(BAR_CELLS * share);
        return "█".repeat(full) + "░".repeat(BAR_CELLS - full);
    }

    /** The report has the exact one. */
    private static String about(OptionalLong nanos) {
        return nanos.isEmpty() ? "-" : "about " + latency(nanos);
    }

    private static String latency(OptionalLong nanos) {
        return nanos.isEmpty() ? "-" : ValueText.latency(nanos.getAsLong());
    }

    private static String percent(OptionalDouble ratio) {
        return ratio.isEmpty() ? "-" : ValueText.percent(ratio.getAsDouble());
    }

    private static String whole(OptionalDouble value) {
        return value.isEmpty() ? "-" : ValueText.count(Math.round(value.getAsDouble()));
    }

    /** How the request before the first step was answered. */
    static String first(FirstRequestResult answer) {
        String ttft = answer.ttftNanos().isPresent()
                ? ValueText.latency(answer.ttftNanos().getAsLong()) + " to its first token, "
                : "";
        String served = answer.servedBefore().isPresent()
                ? "; the server had served " + answer.servedBefore().getAsLong() + " before"
                : "";
        return "request: " + ttft + ValueText.latency(answer.e2eNanos()) + " in all" + served;
    }

    /** What became of the requests of a step that were not ok, the most frequent first; empty where all were. Reports count the measured ones. */
    static Optional<String> failed(StepCounts counts) {
        if (counts.ok() == counts.ended()) {
            return Optional.empty();
        }
        String measured =
                counts.due() == counts.measuredDue() ? "" : " (" + ValueText.count(counts.measuredDue()) + " measured)";
        return Optional.of(String.format(
                        Locale.ROOT,
                        "%,d of %,d requests%s were not ok: ",
                        counts.ended() - counts.ok(),
                        counts.ended(),
                        measured)
                + counts.outcomes().entrySet().stream()
                        .filter(entry -> entry.getKey() != Outcome.OK)
                        .sorted(Map.Entry.<Outcome, Long>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry::getKey))
                        .map(entry ->
                                entry.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                                        + String.format(Locale.ROOT, " %,d", entry.getValue()))
                        .collect(Collectors.joining(", ")));
    }

    /** Why requests failed, a line for each cause, the most frequent first. */
    static List<String> causes(List<FailureCause.Counted> failures) {
        List<String> lines = new ArrayList<>();
        failures.stream()
                .limit(MAX_CAUSES)
                .forEach(failure -> lines.add(String.format(
                        Locale.ROOT,
                        "  %,d x %s",
                        failure.requests(),
                        failure.cause().description())));
        if (failures.size() > MAX_CAUSES) {
            lines.add("  and " + (failures.size() - MAX_CAUSES) + " other causes");
        }
        return lines;
    }
}
