package io.tidemark.producer.validity;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Times in milliseconds here. */
final class MeasurementErrorsTest {
    private static final long MILLI = 1_000_000;

    private static ClientTokenTimes seen(String id, long... sinceSent) {
        return new ClientTokenTimes(
                id, LongStream.of(sinceSent).map(ms -> ms * MILLI).boxed().toList());
    }

    /** Due after 50 ms, then each 20 ms. */
    private static ServerTokenTimes served(String id, long... sinceRead) {
        return new ServerTokenTimes(
                id,
                50 * MILLI,
                20 * MILLI,
                LongStream.of(sinceRead).map(ms -> ms * MILLI).boxed().toList());
    }

    @Test
    void ttftErrorIsTheClientsWaitLessTheServers() {
        // Written 51 ms after it was read, seen 54 ms after it was sent: 3 ms on the way and in the client.
        MeasurementErrors errors = MeasurementErrors.of(List.of(seen("a", 54)), List.of(served("a", 51)));
        assertThat(errors.ttft()).isEqualTo(new ErrorPercentiles(3 * MILLI, 3 * MILLI, 1));
        assertThat(errors.itl().count()).isZero();
    }

    @Test
    void oneLateStampMakesTwoGapsWrong() {
        // Stamps are 1, 1, 6, 1 ms late: the gaps are off by 0, +5 and -5 ms.
        MeasurementErrors errors =
                MeasurementErrors.of(List.of(seen("a", 51, 71, 96, 111)), List.of(served("a", 50, 70, 90, 110)));
        assertThat(errors.itl()).isEqualTo(new ErrorPercentiles(5 * MILLI, 5 * MILLI, 3));
        assertThat(errors.ttft()).isEqualTo(new ErrorPercentiles(MILLI, MILLI, 1));
    }

    @Test
    void aServerThatWritesLateIsNoErrorOfTheClient() {
        MeasurementErrors errors = MeasurementErrors.of(List.of(seen("a", 81, 91)), List.of(served("a", 80, 90)));
        assertThat(errors.ttft().p99Nanos()).isEqualTo(MILLI);
        assertThat(errors.itl().p99Nanos()).isZero();
        // 80 where 50 was due, 90 where 70 was.
        assertThat(errors.serverLateness()).isEqualTo(new ErrorPercentiles(20 * MILLI, 30 * MILLI, 2));
    }

    @Test
    void requestsAreJoinedByTheirIdAndThoseOfOneSideAreLeftOut() {
        MeasurementErrors errors = MeasurementErrors.of(
                List.of(seen("b", 52), seen("a", 51), seen("of the client alone", 999)),
                List.of(served("a", 50), served("b", 50), served("of the server alone", 1)));
        assertThat(errors.ttft()).isEqualTo(new ErrorPercentiles(MILLI, 2 * MILLI, 2));
    }

    @Test
    void anAnswerThatWasCutOffCountsAsFarAsBothKnowIt() {
        MeasurementErrors errors = MeasurementErrors.of(List.of(seen("a", 51, 72)), List.of(served("a", 50, 70, 90)));
        assertThat(errors.itl()).isEqualTo(new ErrorPercentiles(MILLI, MILLI, 1));
    }

    @Test
    void aQuantileIsTheValueOfItsRankRoundedUp() {
        // Of 1..200: rank 100 and rank 198.
        assertThat(ErrorPercentiles.of(LongStream.rangeClosed(1, 200))).isEqualTo(new ErrorPercentiles(100, 198, 200));
        assertThat(ErrorPercentiles.of(LongStream.empty())).isEqualTo(new ErrorPercentiles(0, 0, 0));
    }

    @Test
    void aLogGoesThroughTextAndBack() {
        ServerTokenTimes request = served("run-lane-1", 50, 70, 93);
        assertThat(request.toLine()).isEqualTo("run-lane-1 50000000 20000000 50000000 70000000 93000000");
        assertThat(ServerTokenTimes.parse(request.toLine())).isEqualTo(request);
    }

    @Test
    void aCalibrationWithinItsLimitsHasNothingToSay() {
        assertThat(calibration(2, 50).invalidReasons(Duration.ofMillis(2), Duration.ofMillis(50)))
                .isEmpty();
    }

    @Test
    void aCalibrationPastALimitSaysWhichByHowMuchAndWhereItIsSet() {
        assertThat(calibration(2, 51).invalidReasons(Duration.ofMillis(1), Duration.ofMillis(50)))
                .containsExactly(
                        "the client itself adds 2 ms to TTFT at p99 (30 streams, 600 chunks a second, limit 1 ms,"
                                + " limits.calibration_ttft_p99): the figures would describe the client, not the server",
                        "the client itself adds 51 ms to ITL at p99 (30 streams, 600 chunks a second, limit 50 ms,"
                                + " limits.calibration_itl_p99): the figures would describe the client, not the server");
    }

    @Test
    void aCalibrationThatSawNothingSaysSo() {
        CalibrationResult nothing =
                new CalibrationResult(Instant.EPOCH, 30, 0, MeasurementErrors.of(List.of(), List.of()));
        assertThat(nothing.invalidReasons(Duration.ofMillis(1), Duration.ofMillis(1)))
                .containsExactly(
                        "the client's own error could not be measured: at 30 streams the client got no answer of"
                                + " the calibration server (calibrate: false skips the calibration)");
    }

    private static CalibrationResult calibration(long ttftMillis, long itlMillis) {
        List<ClientTokenTimes> seen = IntStream.range(0, 10)
                .mapToObj(i -> seen("" + i, 50 + ttftMillis, 70 + ttftMillis + itlMillis))
                .toList();
        List<ServerTokenTimes> served =
                IntStream.range(0, 10).mapToObj(i -> served("" + i, 50, 70)).toList();
        return new CalibrationResult(Instant.EPOCH, 30, 600, MeasurementErrors.of(seen, served));
    }
}
