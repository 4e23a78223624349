package io.tidemark.app.cli.measure;

import io.tidemark.app.process.Terminal;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.scrape.FlagCheck;
import io.tidemark.producer.tally.RunProgress;
import io.tidemark.producer.tally.StepSummary;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Says how each step of a run in virtual time went, as the load generator saw it. */
final class VirtualTimePrinter implements RunListener {
    private final Terminal terminal;
    private Optional<RunProgress> last = Optional.empty();

    VirtualTimePrinter(Terminal terminal) {
        this.terminal = terminal;
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
        OptionalLong ttft = last.map(it -> it.latencies().ttftDueP99Nanos()).orElse(OptionalLong.empty());
        OptionalLong tpot = last.map(it -> it.latencies().tpotP99Nanos()).orElse(OptionalLong.empty());
        terminal.printFormatted(
                "  step %-4d  %s %s   %d requests, %d ended ok   ttft_due p99 %s   tpot p99 %s",
                summary.step() + 1,
                summary.load().kind().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                String.format(Locale.ROOT, "%.2f", summary.load().asked()),
                summary.counts().due(),
                summary.flow().output().requests(),
                millis(ttft),
                millis(tpot));
    }

    private static String millis(OptionalLong nanos) {
        return nanos.isEmpty() ? "-" : String.format(Locale.ROOT, "%.0f ms", nanos.getAsLong() / 1e6);
    }
}
