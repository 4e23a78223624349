package io.tidemark.producer.plan;

import io.tidemark.producer.plan.server.ServerFlag;
import java.util.List;
import java.util.Optional;

/**
 * A sweep over the flags of a server, spelled out: each combination is a phase of the plan.
 *
 * @param phases names of the plan's phases that are of this sweep, in the order of the plan: the defaults first
 * @param defaults those of them that leave every swept flag out: one, or one for each load; empty where the plan says {@code default: false}
 * @param flags what is varied, in the order of the plan
 * @param repeat how often each phase is measured, each time on a fresh server; at least 1
 * @param orderSeed what the order of the runs is drawn from
 * @param remarks what is to be reported of it before anything starts: what constraints left out, duplicates
 */
public record SweepPlan(
        List<String> phases,
        List<String> defaults,
        List<SweptFlag> flags,
        int repeat,
        long orderSeed,
        List<String> remarks) {
    /** Name of the phase that leaves every swept flag out. */
    public static final String DEFAULT_PHASE = "default";

    /** The most phases that a sweep may have. */
    public static final int MAX_PHASES = 1_000;

    /** How often each phase is measured where the plan does not say. */
    public static final int DEFAULT_REPEAT = 3;

    public SweepPlan {
        phases = List.copyOf(phases);
        defaults = List.copyOf(defaults);
        flags = List.copyOf(flags);
        remarks = List.copyOf(remarks);
    }

    /** The flag of that name, in any spelling. */
    public Optional<SweptFlag> flag(String name) {
        String wanted = ServerFlag.canonicalName(name);
        return flags.stream().filter(flag -> flag.name().equals(wanted)).findFirst();
    }
}
