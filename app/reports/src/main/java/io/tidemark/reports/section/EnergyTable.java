package io.tidemark.reports.section;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.ValueText;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Energy per output token, where the power of the GPUs is known. */
public final class EnergyTable {
    private static final double JOULES_PER_WATT_HOUR = 3600;
    private static final double THOUSAND = 1000;

    private final ReportModel model;

    public EnergyTable(ReportModel model) {
        this.model = model;
    }

    public List<Block> blocks() {
        List<List<Cell>> rows = model.runs().stream()
                .flatMap(run -> run.steps().stream().flatMap(step -> row(run, step)))
                .toList();
        if (rows.isEmpty()) {
            return List.of();
        }
        return List.of(
                new Block.Heading("Energy"),
                new Block.Table(
                        List.of(
                                Column.left("phase"),
                                Column.right("load"),
                                Column.right("GPU power, W"),
                                Column.right("output tok/s"),
                                Column.left("of these"),
                                Column.right("J per output token"),
                                Column.right("Wh per 1,000 output tokens")),
                        rows),
                Block.muted(
                        "Mean power of the GPUs that were scraped, summed, over the measured part, divided by the output"
                                + " tokens per second of the same time: as the server counted them, of all that it served, else those"
                                + " of the measured ok requests. GPUs only: neither CPU, memory, fans nor cooling. A GPU that idles"
                                + " draws power too, so a low load costs more per token."));
    }

    private static Stream<List<Cell>> row(RunReport run, StepReport step) {
        Map<String, Double> means = step.result().signalMeans();
        OptionalDouble watts = positive(means.get(Signal.GPU_POWER.id()));
        OptionalDouble generated = positive(means.get(Signal.GENERATION_TOKENS.id()));
        OptionalDouble perSecond = generated.isPresent() ? generated : step.outputTokensPerSecond();
        if (watts.isEmpty() || perSecond.isEmpty() || perSecond.getAsDouble() <= 0) {
            return Stream.empty();
        }
        double joules = watts.getAsDouble() / perSecond.getAsDouble();
        return Stream.of(List.of(
                Cell.of(run.run().phase()),
                Cell.of(ValueText.load(step.loadKind(), step.load())),
                Cell.of(ValueText.digits(watts.getAsDouble())),
                Cell.of(ValueText.digits(perSecond.getAsDouble())),
                Cell.of(generated.isPresent() ? "server's count" : "measured ok requests"),
                Cell.of(ValueText.digits(joules)),
                Cell.of(ValueText.digits(joules * THOUSAND / JOULES_PER_WATT_HOUR))));
    }

    private static OptionalDouble positive(@Nullable Double value) {
        return value == null || !(value > 0) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
}
