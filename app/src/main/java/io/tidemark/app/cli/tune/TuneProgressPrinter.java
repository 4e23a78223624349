package io.tidemark.app.cli.tune;

import io.tidemark.app.cli.progress.ProgressOutput;
import io.tidemark.app.cli.progress.SearchProgressPrinter;
import io.tidemark.app.cli.progress.VirtualTimeOutput;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.live.RunDisplay;
import io.tidemark.app.search.SearchFormat;
import io.tidemark.app.search.SearchListener;
import io.tidemark.app.tune.PlannedStart;
import io.tidemark.app.tune.TuneListener;
import io.tidemark.events.TrialState;
import io.tidemark.events.TrialStatus;
import io.tidemark.events.TuneActivity;
import io.tidemark.events.TuneState;
import io.tidemark.schemas.ValueText;
import io.tidemark.servers.ServerStartFacts;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalInt;

/** Prints the progress of a tune on the terminal. */
public final class TuneProgressPrinter implements TuneListener {
    private final Terminal terminal;

    public TuneProgressPrinter(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void begun(TuneState tune, Duration left, OptionalInt over) {
        terminal.printFormatted("  tune      %s  (%s)", tune.getTune(), tune.getObjective());
        terminal.printFormatted("  target    %s", tune.getTarget());
        terminal.printFormatted("  takes     about %s", ValueText.estimate(left));
        over.ifPresent(starts -> terminal.printFormatted("  resumed   %d starts are over", starts));
    }

    @Override
    public void starting(PlannedStart start, int planned) {
        terminal.printFormatted(
                "%n  start %d%s  %s%s  %s",
                start.number(),
                planned > 0 ? " of " + planned : "",
                start.phase().name(),
                start.block() > 0 ? "  block " + start.block() : "",
                start.purpose());
    }

    @Override
    public void ready(ServerStartFacts facts) {
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

    @Override
    public void startEnded(TrialState trial) {
        if (trial.getStatus() == TrialStatus.INFEASIBLE) {
            terminal.printLine("  INFEASIBLE (" + trial.getFailure() + "): " + trial.getDescription());
            trial.getLastLines().forEach(line -> terminal.printLine("      | " + line));
        } else if (trial.getStatus() == TrialStatus.INTERRUPTED) {
            terminal.printLine("  interrupted");
        } else {
            terminal.printLine("  measured: " + trial.getDescription());
        }
    }

    @Override
    public void startsAdded(int more) {
        terminal.printFormatted("  the budget has time left for %d more starts", more);
    }

    @Override
    public void continued(TuneState tune, Duration left) {
        terminal.printFormatted(
                "  %d starts are over, %d of them infeasible; about %s left",
                tune.getEnded(), tune.getInfeasible(), ValueText.estimate(left));
    }

    @Override
    public void ended(TuneState tune) {
        terminal.printFormatted("%n  tune %s: %s", tune.getTune(), tune.getDescription());
        if (tune.getActivity() != TuneActivity.FINISHED) {
            terminal.printLine("  go on with:  tidemark tune PLAN --resume " + tune.getTune());
        }
    }

    @Override
    public void simulated(Duration virtual, Duration wall) {
        terminal.printFormatted(
                "  virtual   %s in %s of wall time", ValueText.estimate(virtual), ValueText.duration(wall));
    }

    @Override
    public SearchListener search(SearchFormat format) {
        return new SearchProgressPrinter(terminal, format);
    }

    @Override
    public RunDisplay runs() {
        return ProgressOutput.brief(terminal);
    }

    @Override
    public RunDisplay simulatedRuns() {
        return new VirtualTimeOutput(terminal, false);
    }
}
