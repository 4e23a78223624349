package io.tidemark.analysis.sweep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Two flags against each other: the phases that have each pair of values.
 *
 * @param rows one for each value of the row flag, in its order; each has one cell for each value of the column flag
 */
public record SweepMatrix(VaryingFlag rowFlag, VaryingFlag columnFlag, List<List<Cell>> rows) {
    public SweepMatrix {
        rows = rows.stream().map(List::copyOf).toList();
    }

    /**
     * The phases of one pair of values.
     *
     * @param phases the largest value first; more than one where other flags vary too, none where the pair was not measured
     */
    public record Cell(String row, String column, List<MeasuredPhase> phases) {
        public Cell {
            phases = List.copyOf(phases);
        }

        /** The phase of the largest value: what the pair can do, whatever the other flags are. */
        public Optional<MeasuredPhase> best() {
            return phases.stream().findFirst();
        }
    }

    /** @throws IllegalArgumentException if a flag does not vary, naming those that do */
    public static SweepMatrix of(SweepMeasurements measurements, String rowFlag, String columnFlag) {
        VaryingFlag row = varying(measurements, rowFlag);
        VaryingFlag column = varying(measurements, columnFlag);
        List<List<Cell>> rows = new ArrayList<>();
        for (String rowValue : row.values()) {
            rows.add(column.values().stream()
                    .map(columnValue -> new Cell(
                            rowValue,
                            columnValue,
                            measurements.phases().stream()
                                    .filter(phase -> phase.flag(row.name()).equals(rowValue))
                                    .filter(phase -> phase.flag(column.name()).equals(columnValue))
                                    .sorted(Comparator.comparingDouble(MeasuredPhase::value)
                                            .reversed())
                                    .toList()))
                    .toList());
        }
        return new SweepMatrix(row, column, rows);
    }

    private static VaryingFlag varying(SweepMeasurements measurements, String name) {
        return measurements
                .varyingFlag(name)
                .orElseThrow(() -> new IllegalArgumentException("a flag of the matrix must be one of "
                        + measurements.varyingFlags().stream()
                                .map(VaryingFlag::name)
                                .toList()
                        + ", which vary, but was " + name));
    }
}
