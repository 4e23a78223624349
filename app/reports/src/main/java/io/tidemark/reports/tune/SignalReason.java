package io.tidemark.reports.tune;

import io.tidemark.reports.compare.LoadLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Why a configuration did worse or better than the baseline, as far as the server's signals show it.
 *
 * @param load that both were measured at: the lowest at which only one of them fails, else the lowest at which both do, else
 *     the highest
 * @param moves what differs there; empty if nothing differs by much
 */
public record SignalReason(Configuration configuration, LoadLevel load, List<SignalMove> moves) {
    public SignalReason {
        moves = List.copyOf(moves);
    }

    /** Of each measured configuration but the baseline; those without samples, or without a load in common with it, are left out. */
    public static List<SignalReason> of(TuneReport report) {
        List<SignalReason> reasons = new ArrayList<>();
        report.base()
                .filter(Configuration::hasSignals)
                .ifPresent(base -> report.measured().stream()
                        .filter(one -> !one.equals(base) && one.hasSignals())
                        .forEach(one -> of(base, one).ifPresent(reasons::add)));
        return reasons;
    }

    private static Optional<SignalReason> of(Configuration base, Configuration one) {
        TreeSet<LoadLevel> common = CommonLoad.common(List.of(base, one));
        return common.stream()
                .filter(load -> CommonLoad.fails(one, load) != CommonLoad.fails(base, load))
                .findFirst()
                .or(() -> common.stream()
                        .filter(load -> CommonLoad.fails(one, load))
                        .findFirst())
                .or(() -> common.descendingSet().stream().findFirst())
                .map(load -> new SignalReason(one, load, SignalMove.between(base, one, load)));
    }
}
