package io.tidemark.analysis.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.analysis.sweep.ParetoFront.Direction;
import io.tidemark.analysis.sweep.ParetoFront.Point;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which flags vary, the matrix of two of them, and the front of two figures. */
final class SweepMeasurementsTest {
    private static final SweepMeasurements SWEEP = new SweepMeasurements(List.of(
            phase("default", 4, Map.of()),
            phase("a", 5, Map.of("max-num-seqs", "256", "dtype", "auto")),
            phase("b", 7, Map.of("max-num-seqs", "64", "dtype", "auto")),
            phase("c", 6, Map.of("max-num-seqs", "1024", "dtype", "auto", "kv-cache-dtype", "fp8")),
            phase("d", 8, Map.of("max-num-seqs", "64", "dtype", "auto", "kv-cache-dtype", "fp8")),
            phase("e", 9, Map.of("max-num-seqs", "64", "dtype", "auto", "x", "on"))));

    private static MeasuredPhase phase(String name, double value, Map<String, String> flags) {
        return new MeasuredPhase(name, flags, value, value - 1, value + 1, List.of());
    }

    @Test
    void flagsVaryWhereSomePhaseHasAnotherValueAndNumbersAreInOrder() {
        assertThat(SWEEP.varyingFlags())
                .extracting(VaryingFlag::name)
                .containsExactly("dtype", "kv-cache-dtype", "max-num-seqs", "x");
        assertThat(SWEEP.varyingFlag("max-num-seqs").orElseThrow().values())
                .containsExactly("default", "64", "256", "1024");
        assertThat(new VaryingFlag("d", List.of("fp8", "2", "auto", "0.5")).values())
                .containsExactly("0.5", "2", "auto", "fp8");
        assertThat(SWEEP.varyingFlag("gpu-memory-utilization")).isEmpty();
    }

    @Test
    void aCellOfTheMatrixHasAllPhasesOfItsPairTheBestFirst() {
        SweepMatrix matrix = SweepMatrix.of(SWEEP, "max-num-seqs", "kv-cache-dtype");

        assertThat(matrix.rows()).hasSize(4).allSatisfy(row -> assertThat(row).hasSize(2));
        assertThat(matrix.rows().get(1).get(0).phases())
                .extracting(MeasuredPhase::name)
                .containsExactly("e", "b");
        assertThat(matrix.rows().get(1).get(1).best()).map(MeasuredPhase::name).hasValue("d");
        assertThat(matrix.rows().get(2).get(1).best()).isEmpty();
        assertThat(matrix.rowFlag().reference()).isEqualTo("default");
    }

    @Test
    void aMatrixNeedsFlagsThatVary() {
        assertThatThrownBy(() -> SweepMatrix.of(SWEEP, "max-num-seqs", "model"))
                .hasMessage(
                        "a flag of the matrix must be one of [dtype, kv-cache-dtype, max-num-seqs, x], which vary, but was"
                                + " model");
    }

    @Test
    void theFrontHasWhatNothingBeats() {
        List<Point> points = List.of(
                new Point("slow and small", 1, 400),
                new Point("best throughput", 9, 300),
                new Point("beaten", 8, 310),
                new Point("best latency", 2, 100),
                new Point("between", 5, 150),
                new Point("as between", 5, 150),
                new Point("not measured", Double.NaN, 1));

        assertThat(ParetoFront.of(points, Direction.MAXIMIZE, Direction.MINIMIZE)
                        .points())
                .extracting(Point::phase)
                .containsExactly("best throughput", "as between", "between", "best latency");
        assertThat(ParetoFront.of(points, Direction.MINIMIZE, Direction.MINIMIZE)
                        .points())
                .extracting(Point::phase)
                .containsExactly("slow and small", "best latency");
    }
}
