package io.tidemark.app.cli.measure;

import io.tidemark.app.cli.shared.TargetOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.run.PhaseSetupCommand;
import io.tidemark.app.server.PhaseServers;
import io.tidemark.producer.plan.Plan;
import io.tidemark.reports.compare.PhaseOrder;
import io.tidemark.reports.failure.InvalidInputException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code run} that ask for a sequence of several phases. */
final class PhaseSequenceOptions {
    private static final int DEFAULT_REPEATS = 5;
    private static final int MAX_REPEATS = 1_000;

    @Option(
            names = "--phases",
            paramLabel = "A,B",
            split = ",",
            description = {
                "Run these phases in blocks and compare them. Each phase runs once per block, in an order drawn from the",
                "plan's seed. The first is the base."
            })
    private List<String> phases = List.of();

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description = "With --phases: how many blocks, i.e. runs of each phase. Default: 5.")
    private @Nullable Integer repeat;

    @Option(
            names = "--before-run",
            paramLabel = "COMMAND",
            description = {
                "With --phases: command that sets the server up. It runs before each run and finds the phase in TIDEMARK_PHASE,",
                "its flags in TIDEMARK_FLAGS and, as JSON, in TIDEMARK_FLAGS_JSON. If it fails, the sequence ends."
            })
    private @Nullable String beforeRun;

    /** Whether a sequence is wanted. */
    boolean isGiven() {
        return !phases.isEmpty();
    }

    /** @throws InvalidInputException if an option needs --phases */
    void requireNoneWithoutPhases() {
        if (!isGiven() && (repeat != null || beforeRun != null)) {
            throw new InvalidInputException((repeat != null ? "--repeat" : "--before-run") + " goes with --phases A,B");
        }
    }

    /** @throws InvalidInputException naming what is wrong with the phases or their number */
    PhaseOrder order(Plan plan) {
        phases.forEach(phase -> TargetOptions.phase(plan, phase, "--phases"));
        if (phases.stream().distinct().count() < phases.size()) {
            throw new InvalidInputException("--phases must name each phase once but was " + String.join(",", phases)
                    + "; --repeat repeats them");
        }
        int repeats = repeat == null ? DEFAULT_REPEATS : repeat;
        if (repeats < 1 || repeats > MAX_REPEATS) {
            throw new InvalidInputException("--repeat must be in 1 to " + MAX_REPEATS + " but was " + repeats);
        }
        boolean servers =
                phases.stream().allMatch(phase -> plan.phase(phase).server().isPresent());
        if (beforeRun != null && PhaseServers.managesServers(plan)) {
            throw new InvalidInputException(
                    "--before-run does not go with a plan that has server:, which starts the server before each run");
        }
        if (phases.size() > 1 && beforeRun == null && !servers) {
            throw new InvalidInputException("--phases " + String.join(",", phases)
                    + " needs server: in the plan or --before-run COMMAND: flags of a phase are for the record,"
                    + " nothing sets them on the server. COMMAND restarts it before each run, e.g. --before-run"
                    + " './serve.sh $TIDEMARK_FLAGS'; if no phase needs another server, --before-run true");
        }
        return PhaseOrder.randomized(phases, repeats, plan.seed());
    }

    /** The phase that the others are compared with. */
    String base() {
        return phases.get(0);
    }

    Optional<PhaseSetupCommand> beforeRun(CommandContext context, String sequence) {
        return Optional.ofNullable(beforeRun)
                .map(command -> new PhaseSetupCommand(
                        context,
                        "--before-run",
                        command,
                        context.home().resolve("sequences").resolve(sequence)));
    }
}
