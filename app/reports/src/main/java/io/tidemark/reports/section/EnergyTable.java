package io.tidemark.reports.section;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunStep;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.ValueText;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Energy per output token, where the power of the GPUs is known. */
public final class EnergyTable {
    private static final double JOULES_PER_WATT_HOUR = 3600;
    private static final double THOUSAND = 1000;

    private static final Columns<Use> COLUMNS = new Columns<Use>()
            .left("phase", use -> use.step().phase())
            .right("load", use -> use.step().loadText())
            .right("GPU power, W", use -> ValueText.digits(use.watts()))
            .right("output tok/s", use -> ValueText.digits(use.tokensPerSecond()))
            .left("of these", use -> use.isServersCount() ? "server's count" : "measured ok requests")
            .right("J per output token", use -> ValueText.digits(use.joulesPerToken()))
            .right(
                    "Wh per 1,000 output tokens",
                    use -> ValueText.digits(use.joulesPerToken() * THOUSAND / JOULES_PER_WATT_HOUR));

    private EnergyTable() {}

    private record Use(RunStep step, double watts, double tokensPerSecond, boolean isServersCount) {
        double joulesPerToken() {
            return watts / tokensPerSecond;
        }
    }

    public static List<Block> blocks(ReportModel model) {
        List<Use> rows = model.steps().flatMap(step -> use(step).stream()).toList();
        return rows.isEmpty()
                ? List.of()
                : List.of(
                        new Block.Heading("Energy"),
                        COLUMNS.table(rows),
                        Block.muted(
                                "Mean power of the GPUs that were scraped, summed, over the measured part, divided by the output"
                                        + " tokens per second of the same time: as the server counted them, of all that it served, else those"
                                        + " of the measured ok requests. GPUs only: neither CPU, memory, fans nor cooling. A GPU that idles"
                                        + " draws power too, so a low load costs more per token."));
    }

    private static Optional<Use> use(RunStep row) {
        Map<String, Double> means = row.result().signalMeans();
        double watts = means.getOrDefault(Signal.GPU_POWER.id(), 0.0);
        double generated = means.getOrDefault(Signal.GENERATION_TOKENS.id(), 0.0);
        double perSecond =
                generated > 0 ? generated : row.step().outputTokensPerSecond().orElse(0);
        return watts > 0 && perSecond > 0
                ? Optional.of(new Use(row, watts, perSecond, generated > 0))
                : Optional.empty();
    }
}
