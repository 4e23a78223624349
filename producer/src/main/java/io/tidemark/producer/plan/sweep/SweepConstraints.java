package io.tidemark.producer.plan.sweep;

import io.tidemark.producer.yaml.SourceLocation;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.YamlProblems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What must hold between the flags of a combination, and the flags that follow from others. Where a combination leaves out a flag that is
 * asked for, the server's default as the plan states it stands for it.
 */
final class SweepConstraints {
    private final List<Rule> derived;
    private final List<Rule> where;
    private final Map<String, String> defaults;
    private final YamlProblems problems;

    /** By rule of {@code where}: how many combinations it was true for. */
    private final int[] held;

    private final int[] refused;
    private int tried;

    /**
     * One expression and where it was written.
     *
     * @param path its place
     * @param flag that it gives a value; empty for a constraint
     */
    record Rule(SourceLocation origin, String path, String flag, FlagExpression expression) {}

    /** @param defaults values of flags that a combination leaves out, by canonical name */
    SweepConstraints(List<Rule> derived, List<Rule> where, Map<String, String> defaults, YamlProblems problems) {
        this.derived = derived;
        this.where = where;
        this.defaults = defaults;
        this.problems = problems;
        this.held = new int[where.size()];
        this.refused = new int[where.size()];
    }

    /** Whether there is nothing to hold and nothing to derive. */
    boolean areNone() {
        return derived.isEmpty() && where.isEmpty();
    }

    /**
     * The combination with its derived flags, or empty if a constraint leaves it out or a problem was reported. One that leaves out every flag is
     * the server as it comes and stays as it is.
     */
    Optional<Candidate> apply(Candidate candidate) {
        if (candidate.isDefault()) {
            return Optional.of(candidate);
        }
        try {
            Candidate whole = derive(candidate);
            boolean holds = holds(whole);
            tried++;
            return holds ? Optional.of(whole) : Optional.empty();
        } catch (ToldException e) {
            return Optional.empty();
        }
    }

    /** Problems of constraints that no combination meets, and of all of them together. */
    void refuseInfeasible(SourceLocation origin, String path, boolean anyLeft) {
        if (tried == 0 || anyLeft) {
            return;
        }
        for (int i = 0; i < where.size(); i++) {
            if (held[i] == 0) {
                Rule rule = where.get(i);
                problems.add(
                        rule.origin(),
                        rule.path(),
                        "must be true for some combination but is never true: \""
                                + rule.expression().text() + "\" is false for all " + tried);
                return;
            }
        }
        problems.add(
                origin,
                path,
                "must leave some combination, but no one of " + tried
                        + " meets all constraints, though each is met by some");
    }

    /** "sweep.where[0] leaves out 12 combinations (max_num_seqs <= 256)". */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        for (int i = 0; i < where.size(); i++) {
            if (refused[i] > 0) {
                remarks.add("%s leaves out %d of %d combinations: %s"
                        .formatted(
                                where.get(i).path(),
                                refused[i],
                                tried,
                                where.get(i).expression().text()));
            }
        }
        return remarks;
    }

    private Candidate derive(Candidate candidate) {
        Candidate whole = candidate;
        for (Rule rule : derived) {
            if (candidate.flags().containsKey(rule.flag())) {
                problems.add(
                        candidate.origin(),
                        candidate.path(),
                        "must not give " + rule.flag() + ", which " + rule.path() + " derives");
                throw new ToldException();
            }
            String value = computed(rule, whole, values -> rule.expression().value(values));
            whole = whole.withFlags(Map.of(rule.flag(), value));
        }
        return whole;
    }

    private boolean holds(Candidate candidate) {
        Optional<Rule> broken = Optional.empty();
        for (int i = 0; i < where.size(); i++) {
            Rule rule = where.get(i);
            boolean holds =
                    computed(rule, candidate, values -> rule.expression().holds(values));
            held[i] += holds ? 1 : 0;
            if (!holds && broken.isEmpty()) {
                broken = Optional.of(rule);
                refused[i]++;
            }
        }
        if (broken.isPresent() && candidate.writtenOut()) {
            Rule rule = broken.get();
            problems.add(
                    candidate.origin(),
                    candidate.path(),
                    "must meet " + rule.path() + " \"" + rule.expression().text() + "\" but has " + candidate.format());
        }
        return broken.isEmpty();
    }

    private <T> T computed(Rule rule, Candidate candidate, Computation<T> computation) {
        Map<String, String> values = new TreeMap<>(defaults);
        values.putAll(candidate.flags());
        for (String flag : rule.expression().flags()) {
            if (!values.containsKey(flag)) {
                problems.add(
                        rule.origin(),
                        rule.path(),
                        "needs the value of " + flag + ", which a combination (" + candidate.format()
                                + ") leaves out: say the server's default in sweep.defaults." + flag
                                + ", or give the flag a value in every combination");
                throw new ToldException();
            }
        }
        try {
            return computation.of(values);
        } catch (InvalidValueException e) {
            problems.add(
                    rule.origin(),
                    rule.path(),
                    e.getMessage() + " in \"" + rule.expression().text() + "\"");
            throw new ToldException();
        }
    }

    private interface Computation<T> {
        T of(Map<String, String> values);
    }

    /** A problem was reported; the combination is of no further use. */
    private static final class ToldException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
