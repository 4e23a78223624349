package io.tidemark.reports.compare;

import io.tidemark.schemas.ValueText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The starts of a sweep in the order in which they run, decided before the first one: {@link PhaseOrder}'s blocks, cut to a budget where there is
 * one. A cut is fair: whole blocks first; then one more block of phases that are drawn at random. If the budget has no room for two runs of
 * each phase, phases are left out at random, because one run alone has no interval; those that must be there are never left out. What was cut
 * comes back where the starts leave time. The same design, estimates and budget give the same schedule.
 *
 * @param starts numbered from 1
 * @param budget empty: none
 */
public record SweepSchedule(Design design, List<PlannedStart> starts, Optional<Duration> budget) {
    private static final int FEWEST_REPEATS = 2;

    public SweepSchedule {
        starts = List.copyOf(starts);
    }

    /**
     * One start of a server, and the run on it.
     *
     * @param number from 1
     * @param block from 1
     * @param estimate how long start and run take
     */
    public record PlannedStart(int number, int block, String phase, Duration estimate) {}

    /**
     * What is to be measured.
     *
     * @param phases each once
     * @param always those of them that no budget leaves out: the defaults, which the others are compared with
     * @param repeats of each phase, at least 1
     * @param seed of the order and of what a budget leaves out
     */
    public record Design(List<String> phases, Set<String> always, int repeats, long seed) {
        public Design {
            phases = List.copyOf(phases);
            always = Set.copyOf(always);
            if (phases.isEmpty() || repeats < 1) {
                throw new IllegalArgumentException(
                        "a sweep needs at least one phase and one repeat but has " + phases.size() + " and " + repeats);
            }
        }

        List<String> phases(Predicate<String> isWanted) {
            return phases.stream().filter(isWanted).toList();
        }

        PhaseOrder order() {
            return PhaseOrder.randomized(phases, repeats, seed);
        }

        int fewestRepeats() {
            return Math.min(FEWEST_REPEATS, repeats);
        }

        int starts() {
            return phases.size() * repeats;
        }
    }

    /** All starts of the design. */
    public static SweepSchedule of(Design design, Function<String, Duration> estimates) {
        return new SweepSchedule(design, starts(design.order(), estimates), Optional.empty());
    }

    /**
     * As much of the design as the budget holds.
     *
     * @throws IllegalArgumentException if it does not hold two runs of what must be there and of one other phase, saying how much does
     */
    public static SweepSchedule within(Duration budget, Design design, Function<String, Duration> estimates) {
        SweepSchedule all = of(design, estimates);
        if (all.total().compareTo(budget) <= 0) {
            return new SweepSchedule(design, all.starts(), Optional.of(budget));
        }
        SplittableRandom random = new SplittableRandom(design.seed());
        Set<String> kept = kept(budget, design, estimates, random.split());
        Duration block = sum(kept, estimates);
        int whole = (int) Math.min(design.repeats(), budget.dividedBy(block));
        Set<String> more = whole == design.repeats()
                ? Set.of()
                : fitting(budget.minus(block.multipliedBy(whole)), ordered(design, kept, random.split()), estimates);
        List<List<String>> blocks = new ArrayList<>();
        List<List<String>> designed = design.order().blocks();
        for (int i = 0; i <= whole && i < designed.size(); i++) {
            Set<String> in = i < whole ? kept : more;
            blocks.add(designed.get(i).stream().filter(in::contains).toList());
        }
        return new SweepSchedule(design, starts(new PhaseOrder(blocks), estimates), Optional.of(budget));
    }

    /**
     * With more of the design in the time that is left when all starts are over: phases that were left out, each as often as decides something;
     * if none of them fits, one more run of those that lack some. What must be there runs in each further block too, because the machine of then
     * is not that of the first blocks.
     *
     * @param without phases that are not started again
     * @return the same schedule if nothing fits, or nothing is missing
     */
    public SweepSchedule extended(Duration left, Function<String, Duration> estimates, Set<String> without) {
        SplittableRandom random = new SplittableRandom(design.seed() + starts.size());
        Map<String, Integer> ran = repeats();
        List<String> open = PhaseOrder.shuffled(
                design.phases(phase -> !design.always().contains(phase) && !without.contains(phase)), random);
        int fewest = design.fewestRepeats();
        Duration always = sum(design.always(), estimates);
        Set<String> returning = fitting(
                left.dividedBy(fewest).minus(always),
                open.stream().filter(phase -> !ran.containsKey(phase)).toList(),
                estimates);
        Set<String> repeated = fitting(
                left.minus(always),
                open.stream()
                        .filter(phase -> ran.getOrDefault(phase, design.repeats()) < design.repeats())
                        .toList(),
                estimates);
        Set<String> chosen = returning.isEmpty() ? repeated : returning;
        if (chosen.isEmpty()) {
            return this;
        }
        PhaseOrder more = PhaseOrder.randomized(
                design.phases(phase -> design.always().contains(phase) || chosen.contains(phase)),
                returning.isEmpty() ? 1 : fewest,
                random.nextLong());
        List<PlannedStart> all = new ArrayList<>(starts);
        starts(more, estimates)
                .forEach(start -> all.add(new PlannedStart(
                        starts.size() + start.number(), blocks() + start.block(), start.phase(), start.estimate())));
        return new SweepSchedule(design, all, budget);
    }

    /** The sum of all estimates. */
    public Duration total() {
        return starts.stream().map(PlannedStart::estimate).reduce(Duration.ZERO, Duration::plus);
    }

    /** How often each phase that is measured runs, in the order of the first runs. */
    public Map<String, Integer> repeats() {
        Map<String, Integer> repeats = new LinkedHashMap<>();
        starts.forEach(start -> repeats.merge(start.phase(), 1, Integer::sum));
        return repeats;
    }

    /** How many blocks there are, the last of which may have a part of the phases. */
    public int blocks() {
        return starts.isEmpty() ? 0 : starts.get(starts.size() - 1).block();
    }

    /** Phases that are not measured at all, in the order of the design. */
    public List<String> dropped() {
        Set<String> measured = repeats().keySet();
        return design.phases(phase -> !measured.contains(phase));
    }

    /** Whether the budget left something out. */
    public boolean isCut() {
        return starts.size() < design.starts();
    }

    /** What the budget leaves out, in words; empty if nothing. */
    public Optional<String> cutInWords() {
        if (!isCut()) {
            return Optional.empty();
        }
        Map<String, Integer> repeats = repeats();
        int most = Collections.max(repeats.values());
        long often = repeats.values().stream().filter(count -> count == most).count();
        StringBuilder description = new StringBuilder(
                "the budget has room for %d of %d starts: ".formatted(starts.size(), design.starts()));
        description.append(
                often == repeats.size()
                        ? "%d phases run %d times each".formatted(repeats.size(), most)
                        : "%d phases run %d times and %d, drawn at random, %d times"
                                .formatted(repeats.size() - often, most - 1, often, most));
        List<String> dropped = dropped();
        if (!dropped.isEmpty()) {
            description.append("; %d phases, drawn at random, are not measured: %s"
                    .formatted(dropped.size(), String.join(", ", dropped)));
        }
        return Optional.of(description.toString());
    }

    /** Phases of which the fewest runs fit; drops one after the other in a random order. */
    private static Set<String> kept(
            Duration budget, Design design, Function<String, Duration> estimates, SplittableRandom random) {
        List<String> droppable =
                PhaseOrder.shuffled(design.phases(phase -> !design.always().contains(phase)), random);
        Set<String> kept = new HashSet<>(design.phases());
        Duration needed = sum(kept, estimates).multipliedBy(design.fewestRepeats());
        for (String phase : droppable) {
            if (needed.compareTo(budget) <= 0) {
                return kept;
            }
            if (kept.size() > design.phases().size() - droppable.size() + 1) {
                kept.remove(phase);
                needed = needed.minus(estimates.apply(phase).multipliedBy(design.fewestRepeats()));
            }
        }
        if (needed.compareTo(budget) > 0) {
            throw new IllegalArgumentException("a budget of %s must hold %d runs of %s, which take %s"
                    .formatted(
                            ValueText.estimate(budget),
                            design.fewestRepeats(),
                            String.join(", ", design.phases(kept::contains)),
                            ValueText.estimate(needed)));
        }
        return kept;
    }

    /** What must be there first, the others in a random order. */
    private static List<String> ordered(Design design, Set<String> kept, SplittableRandom random) {
        List<String> order = new ArrayList<>(design.phases(design.always()::contains));
        order.addAll(PhaseOrder.shuffled(
                design.phases(phase -> kept.contains(phase) && !design.always().contains(phase)), random));
        return order;
    }

    private static Set<String> fitting(Duration left, List<String> phases, Function<String, Duration> estimates) {
        Set<String> fitting = new HashSet<>();
        Duration rest = left;
        for (String phase : phases) {
            Duration needed = estimates.apply(phase);
            if (needed.compareTo(rest) <= 0) {
                fitting.add(phase);
                rest = rest.minus(needed);
            }
        }
        return fitting;
    }

    private static List<PlannedStart> starts(PhaseOrder order, Function<String, Duration> estimates) {
        return order.runs().stream()
                .map(run -> new PlannedStart(run.number(), run.block(), run.phase(), estimates.apply(run.phase())))
                .toList();
    }

    private static Duration sum(Set<String> phases, Function<String, Duration> estimates) {
        return phases.stream().map(estimates).reduce(Duration.ZERO, Duration::plus);
    }
}
