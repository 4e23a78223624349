package io.tidemark.producer.plan.sweep;

import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.SweepPlan;
import io.tidemark.producer.plan.SweptFlag;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.producer.yaml.SourceLocation;
import io.tidemark.producer.yaml.YamlProblems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes phases of combinations and loads. */
final class SweepPhases {
    private final List<PhasePlan> others;
    private final Map<String, String> base;
    private final YamlProblems problems;
    private final PhaseNames names = new PhaseNames();

    /**
     * @param others phases of the plan that are not of the sweep
     * @param base flags of every phase of the sweep
     */
    SweepPhases(List<PhasePlan> others, Map<String, String> base, YamlProblems problems) {
        this.others = others;
        this.base = base;
        this.problems = problems;
    }

    /** The phases, the names of those with all defaults, and what is varied. */
    record Made(List<PhasePlan> phases, List<String> defaults, List<SweptFlag> flags) {}

    /** Empty if nothing is left, or more than a sweep may have; a problem says why. */
    Optional<Made> of(List<Candidate> candidates, List<SweepLoad> loads, LinkedVariables links, boolean withDefault) {
        List<Cell> cells = cells(candidates, loads, links, withDefault);
        SourceLocation origin = candidates.isEmpty()
                ? SourceLocation.ofOption("sweep")
                : candidates.get(0).origin();
        long combined =
                cells.stream().filter(cell -> !cell.candidate().isDefault()).count();
        if (combined == 0 && !candidates.isEmpty() && !links.loadByFlag().isEmpty()) {
            problems.add(
                    origin,
                    "sweep.link_vars",
                    "must leave some combination, but no flag equals the parameter that it is linked to");
        }
        if (cells.size() > SweepPlan.MAX_PHASES) {
            problems.add(
                    origin,
                    "sweep",
                    "must have at most %,d phases but has %,d; narrow it with where, with fewer values, or draw some: random: {count: 50, space: ...}"
                            .formatted(SweepPlan.MAX_PHASES, cells.size()));
            return Optional.empty();
        }
        if (cells.isEmpty()) {
            return Optional.empty();
        }
        others.forEach(phase -> names.take(phase.name()));
        reserve(cells);
        List<SweptFlag> swept = flags(cells);
        List<PhasePlan> phases = new ArrayList<>();
        List<String> defaults = new ArrayList<>();
        for (Cell cell : cells) {
            PhasePlan phase = new PhasePlan(
                    name(cell),
                    flags(cell, swept),
                    Optional.empty(),
                    cell.load().load());
            phases.add(phase);
            if (cell.candidate().isDefault()) {
                defaults.add(phase.name());
            }
        }
        return Optional.of(new Made(phases, defaults, swept));
    }

    /** One combination under one load. */
    private record Cell(Candidate candidate, SweepLoad load) {
        Optional<String> givenName() {
            return candidate.name().map(name -> PhaseNames.withLoad(name, loadName()));
        }

        String loadName() {
            return load.name().isEmpty() ? PhaseNames.ofLoad(load.parameters()) : load.name();
        }
    }

    private static List<Cell> cells(
            List<Candidate> candidates, List<SweepLoad> loads, LinkedVariables links, boolean withDefault) {
        Candidate none = candidates.stream()
                .filter(Candidate::isDefault)
                .findFirst()
                .orElseGet(() ->
                        new Candidate(SourceLocation.ofOption("sweep"), "sweep", Optional.empty(), Map.of(), false));
        boolean listed = candidates.contains(none);
        List<Cell> cells = new ArrayList<>();
        if (withDefault || listed) {
            loads.forEach(load -> cells.add(new Cell(none, load)));
        }
        candidates.stream()
                .filter(candidate -> !candidate.isDefault())
                .forEach(candidate -> loads.stream()
                        .filter(load -> links.link(candidate.flags(), load.parameters()))
                        .forEach(load -> cells.add(new Cell(candidate, load))));
        return cells;
    }

    private void reserve(List<Cell> cells) {
        for (Cell cell : cells) {
            cell.givenName()
                    .filter(name -> !names.take(name))
                    .ifPresent(name -> problems.add(
                            cell.candidate().origin(),
                            cell.candidate().path(),
                            "must have a name that no other phase has but was " + name));
        }
    }

    private String name(Cell cell) {
        return cell.givenName()
                .orElseGet(() -> names.unique(
                        PhaseNames.of(cell.candidate().flags()),
                        cell.loadName(),
                        cell.candidate().flags(),
                        cell.load().parameters()));
    }

    /** The default says of each swept flag that it is left out, so that it is, also where the command of the server has it. */
    private Map<String, String> flags(Cell cell, List<SweptFlag> swept) {
        Map<String, String> flags = new LinkedHashMap<>(base);
        if (cell.candidate().isDefault()) {
            swept.forEach(flag -> flags.put(flag.name(), ServerPlan.DEFAULT_VALUE));
        }
        flags.putAll(cell.candidate().given());
        return flags;
    }

    private static List<SweptFlag> flags(List<Cell> cells) {
        Set<String> names = new LinkedHashSet<>();
        cells.forEach(cell -> names.addAll(cell.candidate().given().keySet()));
        return names.stream()
                .map(name -> new SweptFlag(
                        name,
                        cells.stream()
                                .map(cell -> cell.candidate().flags().getOrDefault(name, ServerPlan.DEFAULT_VALUE))
                                .distinct()
                                .toList()))
                .toList();
    }
}
