package io.tidemark.app.cli;

import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.app.CommandException;
import io.tidemark.app.ExitCode;
import io.tidemark.app.Surroundings;
import io.tidemark.app.compare.ComparedSide;
import io.tidemark.app.compare.Comparison;
import io.tidemark.app.compare.ComparisonDocument;
import io.tidemark.app.compare.ComparisonDocument.Detail;
import io.tidemark.app.compare.ComparisonJson;
import io.tidemark.app.compare.PhaseTable;
import io.tidemark.app.compare.PhaseTableDocument;
import io.tidemark.app.compare.PhaseTableJson;
import io.tidemark.app.gate.PolicyFile;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark compare}: what a candidate does to its base, or many phases as a table. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = {
            "Compare a candidate with its base: differences with 95 %% intervals, the run as the unit, and verdicts.",
            "A side is a phase (experiment/phase, or phase where there is one of the name), run ids (a,b,c), or result",
            "files of other tools (a.json,b.json). Three and more sides, or --table, make a table against the first.",
            "It looks and never judges by its exit code: tidemark gate does."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark compare baseline moderate --html comparison.html",
            "  tidemark compare --table 'H200 tuning' --markdown tuning.md"
        })
final class CompareCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Parameters(arity = "0..*", paramLabel = "SIDE", description = "The base, then the candidate; or several.")
    private List<String> named = List.of();

    @Mixin
    private final SideOptions sides = new SideOptions();

    @Mixin
    private final DocumentOptions output = new DocumentOptions();

    @Option(names = "--table", paramLabel = "EXPERIMENT", description = "All phases of an experiment as a table.")
    private @Nullable String table;

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description = "Margins and figures of a gate's policy. Default: those of deploy/gate/policy.yaml.")
    private @Nullable Path policy;

    @Option(names = "--all", description = "Show every figure on the terminal, not only those that say something.")
    private boolean all;

    CompareCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        ComparisonPolicy wanted = policy == null
                ? ComparisonPolicy.DEFAULT
                : PolicyFile.read(policy).comparison();
        if (table != null || named.size() > 2) {
            table(wanted);
        } else {
            two(wanted);
        }
        return ExitCode.OK.code();
    }

    private void two(ComparisonPolicy wanted) {
        if (named.size() != 2) {
            throw CommandException.usage("compare takes a BASE and a CANDIDATE, or --table EXPERIMENT, but "
                    + (named.isEmpty() ? "nothing" : "only \"" + named.get(0) + "\"") + " was named");
        }
        Comparison comparison = sides.compare(surroundings, named, wanted);
        output.write(
                surroundings,
                ComparisonDocument.of(comparison, all ? Detail.ALL : Detail.TELLING),
                () -> ComparisonJson.of(comparison).toString());
    }

    private void table(ComparisonPolicy wanted) {
        if (table != null && !named.isEmpty()) {
            throw CommandException.usage(
                    "--table " + table + " names all phases; leave out " + String.join(" ", named));
        }
        List<ComparedSide> chosen =
                table == null ? sides.sides(surroundings, named) : sides.phases(surroundings, table);
        PhaseTable phases = PhaseTable.of(
                chosen, wanted, sides.unlike(), surroundings.wallClock().instant());
        output.write(surroundings, PhaseTableDocument.of(phases), () -> PhaseTableJson.of(phases));
    }
}
