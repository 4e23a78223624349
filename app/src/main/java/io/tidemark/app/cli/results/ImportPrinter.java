package io.tidemark.app.cli.results;

import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.transfer.Importer;
import io.tidemark.events.LoadKind;
import io.tidemark.events.RunState;
import io.tidemark.events.StepResult;
import io.tidemark.importers.result.ImportedQuality;
import io.tidemark.importers.run.ImportedRun;
import io.tidemark.schemas.ValueText;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Says what an import brought: a paragraph per run, then what was left out, then a line per bad file. */
final class ImportPrinter {
    private final Terminal terminal;

    ImportPrinter(Terminal terminal) {
        this.terminal = terminal;
    }

    void print(Importer.Outcome outcome) {
        outcome.stored().forEach(this::print);
        outcome.alreadyStored()
                .forEach((run, holder) ->
                        terminal.printFormatted("left out: %s is in the store already, in run %s", files(run), holder));
        outcome.storedElsewhere()
                .forEach((run, place) ->
                        terminal.warn(files(run) + ": run " + run.run().getRun()
                                + " is in the store as " + place + "; --reassign moves it to "
                                + run.run().getExperiment() + " / " + run.run().getPhase()));
        outcome.rejected().forEach(terminal::warn);
    }

    private void print(ImportedRun imported) {
        RunState run = imported.run();
        terminal.printFormatted("%s  %s / %s", run.getRun(), run.getExperiment(), run.getPhase());
        terminal.printFormatted("  from    %s, %s", tool(imported.provenance()), files(imported));
        if (!imported.results().isEmpty()) {
            terminal.printFormatted("  loads   %s", loads(imported.results()));
        }
        if (!imported.requests().isEmpty()) {
            terminal.printFormatted(
                    "  holds   %,d requests", imported.requests().size());
        }
        imported.quality().forEach(quality -> terminal.printFormatted("  quality %s", description(quality)));
        imported.provenance().missingData().forEach(lack -> terminal.printFormatted("  lacks   %s", lack));
    }

    private static String tool(ImportedRun.Provenance mark) {
        return mark.toolVersion().isEmpty() ? mark.tool() : mark.tool() + " " + mark.toolVersion();
    }

    private static String files(ImportedRun run) {
        List<String> names = run.provenance().sources().stream()
                .map(ImportedRun.Source::file)
                .distinct()
                .toList();
        return names.size() <= 3
                ? String.join(", ", names)
                : names.get(0) + " and " + (names.size() - 1) + " more files";
    }

    private static String loads(List<StepResult> results) {
        return results.stream().map(ImportPrinter::load).collect(Collectors.joining(", "));
    }

    private static String load(StepResult result) {
        if (result.getLoadKind() == LoadKind.UNKNOWN) {
            return "unknown (--load says it)";
        }
        return ValueText.load(result.getLoadKind(), result.getLoad());
    }

    private static String description(ImportedQuality quality) {
        String filter = quality.filter().isEmpty() ? "" : " (" + quality.filter() + ")";
        String n = quality.n().isPresent() ? ", n " + quality.n().getAsLong() : "";
        return String.format(
                Locale.ROOT, "%s %s%s = %.4f%s", quality.task(), quality.metric(), filter, quality.value(), n);
    }
}
