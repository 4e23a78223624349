package io.tidemark.app.docs;

import io.tidemark.analysis.designeffect.DueCell;
import io.tidemark.analysis.designeffect.DueCells;
import io.tidemark.analysis.objective.SustainedJudge;
import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveJudgement;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.Metric;
import io.tidemark.simulator.random.SeededRandom;

/**
 * How often the sustained interval of p95 holds the truth on a server whose latency wanders: its logarithm is an Ornstein-Uhlenbeck process
 * of this correlation time, beside what each request varies by itself (both with a standard deviation of 0.3), one request a second.
 */
record WanderingStudy(int correlationSeconds, int minutes) {
    private static final int STEPS = 400;
    private static final double DEVIATION = 0.3;
    private static final double NORMAL_95 = 1.6448536;
    private static final double MEDIAN_NANOS = 300e6;
    /** A multiple of a minute. */
    private static final long START = 60L * 28_000_000;

    /** Both spreads together are one normal distribution of logarithms. */
    private static final long TRUTH = Math.round(MEDIAN_NANOS * Math.exp(NORMAL_95 * DEVIATION * Math.sqrt(2)));

    /** Share of the steps with an interval, and of these that it holds the truth in. */
    record Result(double printed, double holds) {}

    Result result() {
        int printed = 0;
        int held = 0;
        for (int step = 0; step < STEPS; step++) {
            ObjectiveJudgement judged = judged(new SeededRandom(7_000L + step));
            if (judged.getLow() != null || judged.getHigh() != null) {
                printed++;
                held += holds(judged) ? 1 : 0;
            }
        }
        return new Result((double) printed / STEPS, (double) held / printed);
    }

    private static boolean holds(ObjectiveJudgement judged) {
        Double low = judged.getLow();
        Double high = judged.getHigh();
        return (low == null || low <= TRUTH) && (high == null || TRUTH <= high);
    }

    private ObjectiveJudgement judged(SeededRandom draws) {
        DueCells cells = new DueCells();
        double carried = Math.exp(-1.0 / correlationSeconds);
        double wandered = draws.gaussian();
        for (int second = 0; second < 60 * minutes; second++) {
            wandered = carried * wandered + Math.sqrt(1 - carried * carried) * draws.gaussian();
            long nanos = Math.round(MEDIAN_NANOS * Math.exp(DEVIATION * (wandered + draws.gaussian())));
            DueCell cell = cells.cell(START + second).orElseThrow();
            cell.add(1, 0);
            cell.addBad("ttft", nanos > TRUTH ? 1 : 0);
            cell.sketch(Metric.TTFT).add(nanos);
            cell.sketch(Metric.E2E).add(1_000_000_000L);
        }
        ObjectiveState p95 = ObjectiveState.newBuilder()
                .setName("ttft p95")
                .setKind(ObjectiveKind.QUANTILE)
                .setMetric(MetricName.TTFT)
                .setQuantile(0.95)
                .setLimitNanos(TRUTH)
                .build();
        var bad = cells.bad("ttft");
        return new SustainedJudge(cells)
                .quantile(
                        p95,
                        new SustainedJudge.Counted(cells.due(), bad.bad(), bad),
                        RankedValues.of(cells.merged(Metric.TTFT)),
                        0);
    }
}
