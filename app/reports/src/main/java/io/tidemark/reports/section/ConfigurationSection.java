package io.tidemark.reports.section;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.format.ObjectiveFormat;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.TargetRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Section 6: what differs between the phases, what they ran on, and how to repeat it. */
public final class ConfigurationSection {
    private static final int HASH_DIGITS = 12;
    private static final String KV_BLOCKS = "num_gpu_blocks";
    private static final String KV_BLOCK_TOKENS = "block_size";

    private final ReportModel model;

    public ConfigurationSection(ReportModel model) {
        this.model = model;
    }

    public List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        blocks.add(differences());
        blocks.add(facts());
        blocks.addAll(slo());
        String commands = model.runs().stream()
                .map(run -> run.run().origin().command())
                .filter(command -> !command.isBlank())
                .distinct()
                .collect(Collectors.joining("\n"));
        if (!commands.isEmpty()) {
            blocks.add(Block.plain("To repeat the runs:"));
            blocks.add(new Block.Code(commands));
        }
        return blocks;
    }

    private List<Block> slo() {
        List<String> objectives = model.runs().stream()
                .flatMap(run -> run.slo().stream())
                .map(ObjectiveFormat::declared)
                .distinct()
                .toList();
        return objectives.isEmpty()
                ? List.of(Block.muted("The runs declare no SLO."))
                : List.of(Block.plain("SLO, as declared by the runs:"), new Block.Bullets(objectives));
    }

    private Block differences() {
        TreeSet<String> flags = model.runs().stream()
                .flatMap(run -> run.run().origin().phaseConfig().keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        List<List<Cell>> rows = flags.stream()
                .filter(flag -> differs(run -> declared(run, flag)))
                .map(flag -> row(flag, run -> declared(run, flag)))
                .toList();
        if (rows.isEmpty()) {
            return Block.muted("The phases declare the same server flags.");
        }
        return new Block.Table(columns("declared server flag that differs"), rows);
    }

    private Block facts() {
        return new Block.Table(
                columns("what it ran on"),
                List.of(
                        row(
                                "server",
                                run -> target(run, row -> row.serverVersion().orElse("not reported"))),
                        row("model", run -> target(run, TargetRow::model)),
                        row("target", run -> target(run, TargetRow::url)),
                        row("KV capacity", ConfigurationSection::kvCapacity),
                        row("workload", run -> shortened(run.run().origin().workloadHash())),
                        row("plan", run -> shortened(run.run().origin().planHash())),
                        row(
                                "seed",
                                run -> run.run().imported().isPresent()
                                        ? "not known"
                                        : Long.toString(run.run().origin().seed())),
                        row("tidemark", run -> run.run().origin().toolVersion()),
                        row("began", run -> ValueFormat.stamp(run.run().started()))));
    }

    private List<Column> columns(String first) {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.left(first));
        model.runs().forEach(run -> columns.add(Column.left(run.run().phase())));
        return columns;
    }

    private List<Cell> row(String name, Function<RunReport, String> value) {
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.of(name));
        model.runs().forEach(run -> cells.add(Cell.of(value.apply(run))));
        return cells;
    }

    private boolean differs(Function<RunReport, String> value) {
        return model.runs().stream().map(value).distinct().count() > 1;
    }

    private static String declared(RunReport run, String flag) {
        return run.run().origin().phaseConfig().getOrDefault(flag, "(not set)");
    }

    private static String target(RunReport run, Function<TargetRow, String> value) {
        return run.run().targets().stream().map(value).distinct().collect(Collectors.joining(", "));
    }

    /** As vLLM says in vllm:cache_config_info: blocks times tokens per block. */
    private static String kvCapacity(RunReport run) {
        String blocks = info(run, KV_BLOCKS);
        String blockTokens = info(run, KV_BLOCK_TOKENS);
        if (!blocks.matches("\\d{1,9}") || !blockTokens.matches("\\d{1,9}")) {
            return "not reported";
        }
        return ValueText.count(Long.parseLong(blocks) * Long.parseLong(blockTokens)) + " tokens";
    }

    /** A label of whichever info series has it; keys are {@code series.label}. */
    private static String info(RunReport run, String label) {
        return run.serverInfo().entrySet().stream()
                .filter(entry -> entry.getKey().endsWith("." + label))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }

    private static String shortened(String hash) {
        return hash.length() <= HASH_DIGITS ? hash : hash.substring(0, HASH_DIGITS);
    }
}
