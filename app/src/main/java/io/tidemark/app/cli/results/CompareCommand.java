package io.tidemark.app.cli.results;

import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.app.cli.shared.DocumentOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.compare.MultiPhaseComparison;
import io.tidemark.reports.compare.document.ComparisonDocument;
import io.tidemark.reports.compare.document.ComparisonDocument.Detail;
import io.tidemark.reports.compare.document.ComparisonJson;
import io.tidemark.reports.compare.document.MultiPhaseDocument;
import io.tidemark.reports.compare.document.MultiPhaseJson;
import io.tidemark.reports.failure.InvalidInputException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark compare}: what a candidate does to its base, or many phases as a table. */
@Command(
        name = "compare",
        description = {
            "Compare a candidate with its base.",
            "Differences have 95 %% intervals, with the run as the unit. A side is a phase (experiment/phase, or phase), run ids",
            "(a,b,c), a baseline (@NAME), or result files of other tools (a.json,b.json). Three and more sides make a table. The",
            "exit code does not judge: tidemark gate does."
        },
        footer = {
            "  tidemark compare baseline moderate --html comparison.html",
            "  tidemark compare @main moderate",
            "  tidemark compare --table 'H200 tuning' --markdown tuning.md"
        })
public final class CompareCommand implements Runnable {
    private final CommandContext context;

    @Parameters(arity = "0..*", paramLabel = "SIDE", description = "The base, then the candidate; or several.")
    private List<String> named = List.of();

    @Mixin
    private final ComparisonOptions sides = new ComparisonOptions();

    @Mixin
    private final DocumentOptions output = new DocumentOptions();

    @Option(names = "--table", paramLabel = "EXPERIMENT", description = "All phases of an experiment as a table.")
    private @Nullable String table;

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description = "Margins and figures of a gate's policy. Default: those of deploy/gate/policy.yaml.")
    private @Nullable Path policy;

    @Option(names = "--all", description = "Show every figure on the terminal, not only the relevant ones.")
    private boolean all;

    public CompareCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        ComparisonPolicy wanted = policy == null
                ? ComparisonPolicy.DEFAULT
                : GatePolicyReader.read(policy).comparison();
        if (table != null || named.size() > 2) {
            table(wanted);
        } else {
            two(wanted);
        }
    }

    private void two(ComparisonPolicy wanted) {
        if (named.size() != 2) {
            throw new InvalidInputException("compare takes a BASE and a CANDIDATE, or --table EXPERIMENT, but "
                    + (named.isEmpty() ? "nothing" : "only \"" + named.get(0) + "\"") + " was named");
        }
        Comparison comparison = sides.compare(context, named, wanted);
        output.write(
                context,
                ComparisonDocument.of(comparison, all ? Detail.ALL : Detail.SIGNIFICANT),
                () -> ComparisonJson.of(comparison).toString());
    }

    private void table(ComparisonPolicy wanted) {
        if (table != null && !named.isEmpty()) {
            throw new InvalidInputException(
                    "--table " + table + " names all phases; leave out " + String.join(" ", named));
        }
        List<ComparedSide> chosen = table == null ? sides.sides(context, named) : sides.phases(context, table);
        MultiPhaseComparison phases = MultiPhaseComparison.of(
                chosen, wanted, sides.mismatchPolicy(), context.wallClock().instant());
        output.write(context, MultiPhaseDocument.of(phases), () -> MultiPhaseJson.of(phases));
    }
}
