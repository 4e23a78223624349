package io.tidemark.app.cli.progress;

import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.live.SloTally;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.scrape.FlagCheck;
import io.tidemark.producer.tally.RunProgress;
import io.tidemark.producer.tally.StepSummary;
import java.util.Optional;

/** Says how each step of a run in virtual time went, as the load generator saw it. */
public final class VirtualTimePrinter implements RunListener {
    private final Terminal terminal;
    private final SloTally slo;
    private Optional<RunProgress> last = Optional.empty();

    /** @param slo sees the run's requests */
    public VirtualTimePrinter(Terminal terminal, SloTally slo) {
        this.terminal = terminal;
        this.slo = slo;
    }

    @Override
    public void flagsChecked(FlagCheck flags) {
        flags.mismatches().forEach(mismatch -> terminal.printLine("  MISMATCH   " + mismatch.remark()));
    }

    @Override
    public void progress(RunProgress progress) {
        last = Optional.of(progress);
    }

    @Override
    public void stepEnded(StepSummary summary) {
        last.ifPresent(ended -> terminal.printLine(ProgressText.endedPlain(ended, slo.values())));
    }
}
