package io.tidemark.reports.section;

import io.tidemark.reports.compare.Comparability;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.format.ObjectiveFormat;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.sinks.store.read.run.TargetRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Section 6: what differs between the phases, what they ran on, and how to repeat it. */
public final class ConfigurationSection {
    private final ReportModel model;

    private ConfigurationSection(ReportModel model) {
        this.model = model;
    }

    public static List<Block> blocks(ReportModel model) {
        return new ConfigurationSection(model).blocks();
    }

    private List<Block> blocks() {
        List<Block> blocks = new ArrayList<>(List.of(differences(), facts()));
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

    /** A fact of each run. */
    private record Fact(String name, Function<RunReport, String> value) {}

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
        List<Fact> differing = model.runs().stream()
                .flatMap(run -> run.run().origin().phaseConfig().keySet().stream())
                .distinct()
                .sorted()
                .map(flag -> new Fact(flag, run -> run.measured().declared(flag)))
                .filter(fact ->
                        model.runs().stream().map(fact.value()).distinct().count() > 1)
                .toList();
        return differing.isEmpty()
                ? Block.muted("The phases declare the same server flags.")
                : table("declared server flag that differs", differing);
    }

    private Block facts() {
        return table(
                "what it ran on",
                List.of(
                        new Fact(
                                "server",
                                run -> target(run, row -> row.serverVersion().orElse("not reported"))),
                        new Fact("model", run -> run.measured().model()),
                        new Fact("target", run -> target(run, TargetRow::url)),
                        new Fact("KV capacity", ConfigurationSection::kvCapacity),
                        new Fact(
                                "workload",
                                run -> Comparability.shortened(
                                        run.run().origin().workloadHash())),
                        new Fact(
                                "plan",
                                run -> Comparability.shortened(
                                        run.run().origin().planHash())),
                        new Fact(
                                "seed",
                                run -> run.isImported()
                                        ? "not known"
                                        : Long.toString(run.run().origin().seed())),
                        new Fact("tidemark", run -> run.run().origin().toolVersion()),
                        new Fact("began", run -> ValueFormat.stamp(run.run().started()))));
    }

    private Block.Table table(String first, List<Fact> facts) {
        Columns<Fact> columns = new Columns<Fact>().left(first, Fact::name);
        model.runs()
                .forEach(run -> columns.left(run.phase(), fact -> fact.value().apply(run)));
        return columns.table(facts);
    }

    private static String target(RunReport run, Function<TargetRow, String> value) {
        return run.run().targets().stream().map(value).distinct().collect(Collectors.joining(", "));
    }

    private static String kvCapacity(RunReport run) {
        String capacity = run.measured().serverInfo().kvCapacity();
        return capacity.isEmpty() ? "not reported" : capacity;
    }
}
