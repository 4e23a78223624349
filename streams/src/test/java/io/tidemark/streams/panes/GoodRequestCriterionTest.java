package io.tidemark.streams.panes;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.objective.RequestVerdict;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GoodRequestCriterionTest {
    private static final int MOST_NANOS = 20;

    private final SplittableRandom random = new SplittableRandom(7);

    @Test
    void aRequestIsBadWhereItsVerdictIsBad() {
        int bad = 0;
        for (int round = 0; round < 20_000; round++) {
            ObjectiveState objective = objective();
            RequestEvent request = request();
            boolean isGood =
                    GoodRequestCriterion.of(objective).isGood(RequestMeasurement.of(request, new LogHistogram()));
            boolean isBad = RequestVerdict.of(objective, request) == RequestVerdict.BAD;

            assertThat(isGood).as("%s of %s", objective, request).isEqualTo(!isBad);
            bad += isBad ? 1 : 0;
        }
        assertThat(bad).isBetween(2_000, 18_000);
    }

    private ObjectiveState objective() {
        ObjectiveState.Builder objective = ObjectiveState.newBuilder().setName("any");
        return switch (random.nextInt(3)) {
            case 0 ->
                objective
                        .setKind(ObjectiveKind.QUANTILE)
                        .setMetric(metric().event())
                        .setQuantile(0.9)
                        .setLimitNanos(random.nextInt(1, MOST_NANOS))
                        .build();
            case 1 -> {
                Map<String, Long> limits = new HashMap<>();
                for (int limit = random.nextInt(1, 4); limit > 0; limit--) {
                    limits.put(metric().event().name(), random.nextLong(1, MOST_NANOS));
                }
                yield objective
                        .setKind(ObjectiveKind.GOOD_RATIO)
                        .setGoodLimitsNanos(limits)
                        .build();
            }
            default -> objective.setKind(ObjectiveKind.ERROR_RATIO).build();
        };
    }

    private Metric metric() {
        List<Metric> all = List.of(Metric.values());
        return all.get(random.nextInt(all.size()));
    }

    private RequestEvent request() {
        long sent = random.nextInt(3);
        long first = sent + random.nextInt(MOST_NANOS);
        long last = first + random.nextInt(MOST_NANOS);
        boolean answered = random.nextInt(5) != 0;
        return RequestEvent.newBuilder()
                .setRun("r")
                .setStep(0)
                .setLane("l")
                .setLaneSeq(0)
                .setRequest("l-0")
                .setTarget("t")
                .setModel("m")
                .setDue(Instant.EPOCH.plusSeconds(1))
                .setSentNanos(random.nextInt(10) == 0 ? null : Long.valueOf(sent))
                .setFirstTokenNanos(answered ? Long.valueOf(first) : null)
                .setLastTokenNanos(answered ? Long.valueOf(last) : null)
                .setEndNanos(last)
                .setOutputTokens(random.nextInt(1, 4))
                .setOutcome(random.nextInt(6) == 0 ? Outcome.HTTP_ERROR : Outcome.OK)
                .build();
    }
}
