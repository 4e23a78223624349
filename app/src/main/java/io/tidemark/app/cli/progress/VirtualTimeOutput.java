package io.tidemark.app.cli.progress;

import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.live.RunDisplay;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.scrape.FlagCheck;
import io.tidemark.producer.tally.RunProgress;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.schemas.time.NanoClock;
import java.util.Optional;

/**
 * Prints flags that the server does not have as the plan says, and a line for each step of a run in virtual time when it has ended.
 *
 * @param steps false: steps are left out
 */
public record VirtualTimeOutput(Terminal terminal, boolean steps) implements RunDisplay {
    @Override
    public RunListener show(Plan plan, Sources sources, NanoClock clock) {
        return new Printer(sources);
    }

    private final class Printer implements RunListener {
        private final Sources sources;
        private Optional<RunProgress> last = Optional.empty();

        Printer(Sources sources) {
            this.sources = sources;
        }

        @Override
        public void flagsChecked(FlagCheck flags) {
            flags.mismatches().forEach(mismatch -> terminal.printLine("  MISMATCH  " + mismatch.remark()));
        }

        @Override
        public void progress(RunProgress progress) {
            last = Optional.of(progress);
        }

        @Override
        public void stepEnded(StepSummary summary) {
            if (steps) {
                last.ifPresent(ended -> terminal.printLine(
                        ProgressText.endedPlain(ended, sources.slo().values())));
            }
        }
    }
}
