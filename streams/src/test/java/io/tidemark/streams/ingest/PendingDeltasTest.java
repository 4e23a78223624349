package io.tidemark.streams.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Outcome;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.inbox.RunInboxRecord;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.panes.SeriesKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is held between two commits, however few records bring however much. */
class PendingDeltasTest {
    private static final LogHistogram NOTHING = new LogHistogram();

    private final PendingDeltas held = new PendingDeltas();

    @Test
    void aFewRecordsOfManySecondsAreSentOnBeforeAThousandRecordsCame() {
        int records = 0;
        while (take("run", records * 600, 600).isEmpty()) {
            records++;
        }
        assertThat(records).isLessThan(10); // 6,000 seconds: about 3 MiB of the heap
    }

    @Test
    void recordsOfTheSameSecondsAreHeldUntilTheCommit() {
        for (int i = 0; i < 20_000; i++) {
            assertThat(take("run", 0, 5)).isEmpty();
        }
        assertThat(held.takeAll()).containsOnlyKeys("run");
        assertThat(held.takeAll()).isEmpty();
    }

    @Test
    void manyRunsOfWhichNoneIsLargeAreSentOnTogether() {
        int runs = 0;
        Map<String, RunDelta> taken = Map.of();
        while (taken.isEmpty()) {
            taken = take("run " + runs, 0, 600);
            runs++;
        }
        assertThat(taken).hasSize(runs);
        assertThat(runs * 600L * 512)
                .isBetween(PendingDeltas.MAX_HELD_BYTES - (2L << 20), PendingDeltas.MAX_HELD_BYTES);
        assertThat(take("another", 0, 1)).isEmpty(); // begun anew
    }

    private static final RequestMeasurement ENDED =
            new RequestMeasurement(true, Outcome.OK, true, new RequestMeasurement.Times(1, 1, 1, 1, 0));

    @Test
    void wideSketchesCountByWhatTheyTake() {
        LogHistogram wide = wide();
        int records = 0;
        Map<String, RunDelta> taken = Map.of();
        while (taken.isEmpty()) {
            RunDelta delta = held.of("run");
            spot(delta, "lane").pane(records).measuredItl().merge(ENDED, wide);
            delta.recordCounted(wide);
            taken = held.takeLarge("run", delta);
            records++;
        }
        assertThat(records).isLessThan(200);
    }

    @Test
    void aPartIsFarSmallerThanAnInternalTopicTakesHoweverItIsFilled() {
        LogHistogram wide = wide();
        RunDelta delta = new RunDelta();
        for (int second = 0; second < 1_000; second++) {
            spot(delta, "lane").pane(second).sketch(Metric.ITL).merge(wide);
        }
        for (int lane = 0; lane < 5_000; lane++) {
            delta.counts("lane " + lane, 0, 0).countRequest();
        }
        List<RunInboxRecord.Deltas> parts = delta.toRecords(0);
        assertThat(parts).allSatisfy(part -> assertThat(bytes(part)).isLessThan(600 << 10));
        assertThat(parts).allSatisfy(part -> assertThat(part.lanes()).hasSizeLessThanOrEqualTo(2_000));
        assertThat(parts.stream().mapToInt(part -> part.panes().size()).sum()).isEqualTo(1_000);
        assertThat(parts.stream().mapToInt(part -> part.lanes().size()).sum()).isEqualTo(5_001); // and that of the spot
        assertThat(parts.get(0).lanes()).isEmpty();
    }

    private Map<String, RunDelta> take(String run, int fromSecond, int seconds) {
        RunDelta delta = held.of(run);
        SeriesCursor spot = spot(delta, "lane");
        for (int second = fromSecond; second < fromSecond + seconds; second++) {
            spot.pane(second).addTokens(1);
        }
        delta.recordCounted(NOTHING);
        return held.takeLarge(run, delta);
    }

    private static SeriesCursor spot(RunDelta delta, String lane) {
        SeriesCursor.Key place = new SeriesCursor.Key(
                DuplicateFilter.EventStream.TOKENS, "run", lane, new SeriesKey(0, "target", "class"));
        return new SeriesCursor(delta, place, new SeenSequence(new SeenSequence.Room(1)));
    }

    /** So many different values that its slots are an array from the least to the greatest. */
    private static LogHistogram wide() {
        LogHistogram wide = new LogHistogram();
        for (long nanos = 1; nanos < 86_400_000_000_000L; nanos += nanos / 32 + 1) {
            wide.add(nanos);
        }
        return wide;
    }

    private static long bytes(RunInboxRecord.Deltas part) {
        return part.panes().stream()
                .mapToLong(delta -> delta.pane().approximateBytes())
                .sum();
    }
}
