package io.tidemark.app.run;

import io.tidemark.events.BreachState;
import io.tidemark.events.MovedSignal;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.SloBreach;
import io.tidemark.schemas.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.avro.specific.SpecificRecordBase;

/** One drawn run, judged: what the first breach after the trouble began says that it moved with. */
record MovedTrial(MovedDraw draw, Optional<SloBreach> breach) {
    private static final double LOOSE = 1.25;
    private static final int SETTLED_SECONDS = 15;
    private static final double WITHIN_SECONDS = 40;

    static MovedTrial of(MovedDraw draw, Path folder) throws IOException, InterruptedException {
        List<SpecificRecordBase> events = new MovedRun(draw).play(Files.createDirectories(folder));
        if (draw.lag().seconds() > 0) {
            events = new LaggingClient(
                            at(draw.lag().fromSecond()),
                            Duration.ofMillis(Math.round(1e3 * draw.lag().seconds())))
                    .of(events);
        }
        try (MovedJudge judge = new MovedJudge(folder.resolve("state"))) {
            Optional<SloBreach> first = judge.judge(events, objectives(draw, events)).stream()
                    .filter(breach -> breach.getState() != BreachState.RETRACTED)
                    .filter(breach -> isOfTheTrouble(draw, breach))
                    .findFirst();
            return new MovedTrial(draw, first);
        }
    }

    /** Where nothing goes wrong, any is. */
    static boolean isOfTheTrouble(MovedDraw draw, SloBreach breach) {
        double opened = Duration.between(MovedRun.START, breach.getOpened()).toMillis() / 1e3;
        boolean afterwards = opened >= draw.fromSecond() && opened < draw.fromSecond() + WITHIN_SECONDS;
        return afterwards || draw.kinds().get(0) == MovedKind.NOTHING;
    }

    /** The first kind's signal is first, or of two faults the second's. */
    boolean rightFirst() {
        return !named().isEmpty()
                && draw.kinds().stream().anyMatch(kind -> kind.right().contains(named().get(0)));
    }

    /** As {@link #rightFirst}; where nothing goes wrong, nothing is named. */
    boolean isRight() {
        return draw.kinds().get(0) == MovedKind.NOTHING ? named().isEmpty() : rightFirst();
    }

    /** What goes wrong, in words. */
    String what() {
        return draw.kinds().stream().map(MovedKind::description).collect(Collectors.joining("; "));
    }

    /** Every fault has a signal of its own among those named. */
    boolean allNamed() {
        return draw.kinds().stream().allMatch(kind -> named().stream().anyMatch(kind.right()::contains));
    }

    List<String> named() {
        return breach.orElseThrow().getCorrelatedSignals().stream()
                .map(MovedSignal::getSignal)
                .toList();
    }

    private static Instant at(double second) {
        return MovedRun.START.plusNanos(Math.round(second * 1e9));
    }

    /** Limits that the run held before, by a margin, or, where nothing goes wrong, ones that chance breaks. */
    static List<ObjectiveState> objectives(MovedDraw draw, List<SpecificRecordBase> events) {
        MovedKind kind = draw.kinds().get(0);
        if (kind == MovedKind.REQUESTS_FAIL) {
            return List.of(MovedJudge.errors());
        }
        SplittableRandom random = new SplittableRandom(draw.seed() * 7);
        boolean late = kind == MovedKind.LONGER_ANSWERS || kind == MovedKind.ANSWERS_HANG;
        Metric metric = late || random.nextInt(3) == 0 ? Metric.E2E : Metric.TTFT_DUE;
        if (kind == MovedKind.NOTHING) {
            long[] all = values(metric, events, MovedRun.START.plus(Duration.ofDays(1)));
            return List.of(MovedJudge.quantile(metric, 0.8, all[(int) (0.86 * all.length)], 1));
        }
        long[] before = values(metric, events, at(draw.fromSecond() - 1));
        long limitNanos = Math.round(LOOSE * before[(int) (0.97 * before.length)]);
        return List.of(MovedJudge.quantile(metric, 0.9, limitNanos, 0.01));
    }

    /** In order; of requests that ended before a moment. */
    private static long[] values(Metric metric, List<SpecificRecordBase> events, Instant until) {
        return events.stream()
                .filter(RequestEvent.class::isInstance)
                .map(RequestEvent.class::cast)
                .filter(request -> request.getDue().isAfter(at(SETTLED_SECONDS))
                        && MovedJudge.at(request).isBefore(until))
                .flatMapToLong(request -> metric.nanos(request).stream()
                        .mapToObj(LongStream::of)
                        .reduce(LongStream.empty(), LongStream::concat))
                .sorted()
                .toArray();
    }
}
