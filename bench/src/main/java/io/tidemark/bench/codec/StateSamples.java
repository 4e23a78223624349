package io.tidemark.bench.codec;

import io.tidemark.events.Outcome;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.panes.FailedAfterFirstToken;
import io.tidemark.streams.panes.MetricSketches;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.PaneDelta;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.panes.SeriesKey;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Values as a run of requests of about 100 tokens leaves them in the stores, the same each time. */
final class StateSamples {
    /** Requests in each full entry of a step. */
    static final int CHUNK = 500;

    private static final int TOKENS = 100;
    private static final int FAILED_ONE_IN = 50;
    private static final long SECOND = 1_760_000_003L;
    private static final double TTFT_NANOS = 180e6;
    private static final double GAP_NANOS = 20e6;
    private static final double QUEUE_NANOS = 200e3;
    private static final double PROMPT_TOKENS = 700;
    private static final double SIGMA = 0.5;

    private final SplittableRandom random = new SplittableRandom(23);

    /**
     * A step's measured requests.
     *
     * @param sketches of all of them together
     */
    record Step(MetricSketches sketches, List<List<RequestMeasurement>> chunks) {}

    /** One second of a series with so many token gaps. */
    PaneDelta pane(int gaps) {
        Pane pane = new Pane();
        addGaps(pane.sketch(Metric.ITL), gaps);
        int requests = Math.max(1, gaps / TOKENS);
        for (int i = 1; i <= requests; i++) {
            RequestMeasurement request = request(i, SECOND - 1);
            pane.addFirstToken(request.times().ttft(), request.times().ttftDue());
            pane.addEnded(request);
            LogHistogram itl = new LogHistogram();
            addGaps(itl, gaps / requests);
            pane.measuredItl().merge(request, itl);
        }
        if (requests > 1) {
            pane.addFailedAfterFirstToken(
                    new FailedAfterFirstToken(SECOND - 1, around(TTFT_NANOS), around(TTFT_NANOS)));
        }
        pane.addTokens(gaps + (long) requests);
        return new PaneDelta(new SeriesKey(2, "llama-70b", "chat"), SECOND, pane);
    }

    /** A step that so many requests a second were due in. */
    Step step(int seconds, int perSecond) {
        MetricSketches sketches = new MetricSketches();
        List<List<RequestMeasurement>> chunks = new ArrayList<>();
        for (int i = 0; i < seconds * perSecond; i++) {
            if (i % CHUNK == 0) {
                chunks.add(new ArrayList<>());
            }
            RequestMeasurement request = request(i + 1, SECOND + i / perSecond);
            chunks.get(chunks.size() - 1).add(request);
            for (Metric metric : Metric.values()) {
                if (request.ok() && request.nanos(metric) >= 0) {
                    sketches.of(metric).add(request.nanos(metric));
                }
            }
            addGaps(sketches.of(Metric.ITL), TOKENS - 1);
        }
        return new Step(sketches, chunks);
    }

    private RequestMeasurement request(int number, long dueSecond) {
        long queue = around(QUEUE_NANOS);
        long ttft = around(TTFT_NANOS);
        long tpot = around(GAP_NANOS);
        RequestMeasurement.Tokens tokens = new RequestMeasurement.Tokens(around(PROMPT_TOKENS), -1, TOKENS);
        if (number % FAILED_ONE_IN == 0) {
            RequestMeasurement.Times times = new RequestMeasurement.Times(-1, -1, -1, -1, queue);
            return new RequestMeasurement(
                    true, 0, Outcome.FIRST_TOKEN_TIMEOUT, true, times, RequestMeasurement.Tokens.UNKNOWN, dueSecond);
        }
        RequestMeasurement.Times times =
                new RequestMeasurement.Times(ttft, ttft + queue, tpot, ttft + (TOKENS - 1) * tpot, queue);
        return new RequestMeasurement(true, 0, Outcome.OK, true, times, tokens, dueSecond);
    }

    private void addGaps(LogHistogram sketch, int gaps) {
        for (int i = 0; i < gaps; i++) {
            sketch.add(around(GAP_NANOS));
        }
    }

    private long around(double median) {
        return Math.round(median * Math.exp(SIGMA * random.nextGaussian()));
    }
}
