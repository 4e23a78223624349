package io.tidemark.analysis.sweep;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What runs of one phase vary by, whatever the flags do: the residuals of a model with one constant for each phase and one for each block. The
 * constants of phases are taken out by centring (Frisch and Waugh, Econometrica 1, 1933), so that only blocks are solved for.
 *
 * @param squares sum of squares of the residuals
 * @param degreesOfFreedom 0 where no phase was repeated
 */
record PureError(double squares, int degreesOfFreedom) {
    /** One run. */
    record Repeat(String phase, int block, double value) {}

    static PureError of(List<Repeat> runs) {
        List<Integer> blocks =
                runs.stream().map(Repeat::block).distinct().sorted().toList();
        Map<String, List<double[]>> byPhase = new LinkedHashMap<>();
        runs.forEach(run -> {
            double[] row = new double[blocks.size() + 1];
            row[blocks.indexOf(run.block())] = 1;
            row[blocks.size()] = run.value();
            byPhase.computeIfAbsent(run.phase(), unseen -> new ArrayList<>()).add(row);
        });
        byPhase.values().forEach(PureError::centre);
        List<double[]> rows = byPhase.values().stream().flatMap(List::stream).toList();
        double[][] design = new double[rows.size()][blocks.size()];
        double[] values = new double[rows.size()];
        for (int at = 0; at < rows.size(); at++) {
            System.arraycopy(rows.get(at), 0, design[at], 0, blocks.size());
            values[at] = rows.get(at)[blocks.size()];
        }
        LeastSquares fit = LeastSquares.of(design, values);
        return new PureError(fit.squares(), Math.max(0, fit.degreesOfFreedom() - byPhase.size()));
    }

    private static void centre(List<double[]> rows) {
        for (int column = 0; column < rows.get(0).length; column++) {
            double sum = 0;
            for (double[] row : rows) {
                sum += row[column];
            }
            for (double[] row : rows) {
                row[column] -= sum / rows.size();
            }
        }
    }
}
