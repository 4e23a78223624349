package io.tidemark.app.cli;

import io.tidemark.app.CommandException;
import io.tidemark.app.Surroundings;
import io.tidemark.app.run.ServerSetup;
import io.tidemark.app.run.Turns;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Several phases, each several times, in an order that a drift of the machine does not spoil. */
final class TurnOptions {
    @Option(
            names = "--phases",
            paramLabel = "A,B",
            split = ",",
            description = {
                "Run these phases of the plan, interleaved: each repeat runs every one, in a drawn order, and every",
                "second repeat in the reverse order of the one before. Needs --setup."
            })
    private List<String> phases = List.of();

    @Option(
            names = "--repeat",
            paramLabel = "N",
            defaultValue = "1",
            description = {
                "Run each phase N times, the plan's seed plus 0, 1, ... N - 1. 3 are the least that compare decides on,",
                "5 are better. Default: ${DEFAULT-VALUE}"
            })
    private int repeat = 1;

    @Option(
            names = "--setup",
            paramLabel = "COMMAND",
            description = {
                "Shell command that sets the server up for a run's phase and returns; it is run before every run. It",
                "finds the phase in TIDEMARK_PHASE and its flags as a JSON object in TIDEMARK_FLAGS."
            })
    private @Nullable String setup;

    /** Whether there is more than one run, or a server to set up. */
    boolean areAsked() {
        return repeat != 1 || !phases.isEmpty() || setup != null;
    }

    /** Whether each run begins only when the server has been set up for it. */
    boolean setTheServerUp() {
        return setup != null;
    }

    /** Arguments of a run's own seed, for the plan. */
    static List<String> seed(Plan plan, Turns.Turn turn) {
        return List.of("seed=" + (plan.seed() + turn.repeat()));
    }

    /**
     * All runs in their order.
     *
     * @param single phase where none is named here
     * @throws CommandException if a phase is not the plan's or is named twice, or nothing would change the server between phases
     */
    List<Turns.Turn> of(Plan plan, PhasePlan single) {
        if (repeat < 1) {
            throw CommandException.usage("--repeat must be at least 1 but was " + repeat);
        }
        List<String> named = new ArrayList<>();
        for (String name : phases.isEmpty() ? List.of(single.name()) : phases) {
            named.add(known(plan, name));
        }
        if (named.stream().distinct().count() < named.size()) {
            throw CommandException.usage("--phases names a phase twice: " + String.join(",", named)
                    + "; how often each one runs is said by --repeat");
        }
        if (named.size() > 1 && setup == null) {
            throw CommandException.usage(
                    "--phases needs --setup COMMAND, which sets the server up for a phase: flags of"
                            + " phases are for the record, nothing else sets them (the command finds the phase in TIDEMARK_PHASE)");
        }
        return Turns.of(named, repeat, plan.seed());
    }

    private static String known(Plan plan, String name) {
        try {
            return plan.phase(name.trim()).name();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--phases: " + e.getMessage());
        }
    }

    Optional<ServerSetup> setup(Surroundings surroundings) {
        return Optional.ofNullable(setup).map(command -> new ServerSetup(surroundings, command));
    }
}
