package io.tidemark.app.tune;

import io.tidemark.app.process.Terminal;
import io.tidemark.events.TrialState;
import io.tidemark.events.TrialStatus;
import io.tidemark.schemas.ValueText;
import io.tidemark.servers.ServerStartFacts;
import java.util.Locale;
import java.util.function.IntSupplier;

/** Says on the terminal how a tune goes. */
final class TuneProgress {
    private final Terminal terminal;
    private final IntSupplier planned;

    /** @param planned starts in all; 0 if that is not known */
    TuneProgress(Terminal terminal, IntSupplier planned) {
        this.terminal = terminal;
        this.planned = planned;
    }

    void starting(PlannedStart start) {
        terminal.printFormatted(
                "%n  start %d%s  %s%s  %s",
                start.number(),
                planned.getAsInt() > 0 ? " of " + planned.getAsInt() : "",
                start.phase().name(),
                start.block() > 0 ? "  block " + start.block() : "",
                start.purpose());
    }

    void ready(PlannedStart start, ServerStartFacts facts) {
        String after = facts.observed().startUpSeconds().isPresent()
                ? " after "
                        + ValueText.duration(facts.observed().startUpSeconds().getAsDouble())
                : "";
        String capacity = facts.observed().kvCapacityTokens().isPresent()
                ? String.format(
                        Locale.ROOT,
                        ", KV cache of %,d tokens",
                        facts.observed().kvCapacityTokens().getAsLong())
                : "";
        terminal.printLine(
                "  ready" + after + capacity + "; its log is " + facts.launch().log());
    }

    void ended(PlannedStart start, TrialState trial) {
        if (trial.getStatus() == TrialStatus.INFEASIBLE) {
            terminal.printLine("  INFEASIBLE (" + trial.getFailure() + "): " + trial.getWords());
            trial.getLastLines().forEach(line -> terminal.printLine("      | " + line));
        } else if (trial.getStatus() == TrialStatus.INTERRUPTED) {
            terminal.printLine("  interrupted");
        } else {
            terminal.printLine("  measured: " + trial.getWords());
        }
    }
}
