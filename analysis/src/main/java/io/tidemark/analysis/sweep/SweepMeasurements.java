package io.tidemark.analysis.sweep;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The measured phases of a sweep.
 *
 * @param phases in the order of the plan, each name once
 */
public record SweepMeasurements(List<MeasuredPhase> phases) {
    public SweepMeasurements {
        phases = List.copyOf(phases);
    }

    /** The flags that are not the same in all phases, by name. */
    public List<VaryingFlag> varyingFlags() {
        TreeSet<String> names = new TreeSet<>();
        phases.forEach(phase -> names.addAll(phase.flags().keySet()));
        return names.stream()
                .map(name -> new VaryingFlag(
                        name, phases.stream().map(phase -> phase.flag(name)).toList()))
                .filter(flag -> flag.values().size() > 1)
                .toList();
    }

    /** The flag of that name, if it varies. */
    public Optional<VaryingFlag> varyingFlag(String name) {
        return varyingFlags().stream().filter(flag -> flag.name().equals(name)).findFirst();
    }
}
