package io.tidemark.producer.plan.sweep;

import io.tidemark.producer.plan.sweep.SweepConstraints.Rule;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlNode;
import io.tidemark.producer.yaml.YamlNode.Entry;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlNode.Scalar;
import io.tidemark.producer.yaml.YamlNode.Sequence;
import io.tidemark.producer.yaml.YamlProblems;
import io.tidemark.producer.yaml.YamlSection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads what must hold between flags, and what follows from them: {@code defaults}, {@code derived} and {@code where} of a sweep. */
final class ConstraintsReader {
    private static final String SECTION = "sweep";

    private final YamlSection sweep;
    private final Optional<Mapping> tree;
    private final FlagReader flags;
    private final YamlProblems problems;

    /**
     * Of one sweep.
     *
     * @param tree the same section with the place of each expression
     * @param flags that has read all combinations
     */
    ConstraintsReader(YamlSection sweep, Optional<Mapping> tree, FlagReader flags) {
        this.sweep = sweep;
        this.tree = tree;
        this.flags = flags;
        this.problems = sweep.problems();
    }

    /** @param fixed values of flags that no combination has, by canonical name */
    SweepConstraints read(Map<String, String> fixed) {
        Map<String, String> known = new LinkedHashMap<>(fixed);
        FlagReader apart = new FlagReader(problems);
        sweep.tree("defaults").ifPresent(given -> known.putAll(apart.flags(given, SECTION + ".defaults")));
        Set<String> names = new LinkedHashSet<>(flags.seen());
        names.addAll(known.keySet());
        List<Rule> derived = new ArrayList<>();
        sweep.tree("derived")
                .ifPresent(given -> flags.entries(given, SECTION + ".derived").forEach((flag, entry) -> {
                    rule(entry.value(), SECTION + ".derived." + flag, flag, names)
                            .ifPresent(derived::add);
                    names.add(flag);
                }));
        List<Rule> where = new ArrayList<>();
        List<YamlNode> written = whereNodes();
        for (int i = 0; i < written.size(); i++) {
            rule(written.get(i), SECTION + ".where[" + i + "]", "", names).ifPresent(where::add);
        }
        return new SweepConstraints(derived, where, known, problems);
    }

    private List<YamlNode> whereNodes() {
        sweep.oneOrMore("where", ValueTypes.TEXT);
        return tree.flatMap(section -> Optional.ofNullable(section.entries().get("where"))).map(Entry::value).stream()
                .flatMap(value -> value instanceof Sequence list ? list.items().stream() : Stream.of(value))
                .toList();
    }

    private Optional<Rule> rule(YamlNode node, String path, String flag, Set<String> names) {
        if (!(node instanceof Scalar scalar)) {
            problems.add(node.origin(), path, "must be an expression over flags");
            return Optional.empty();
        }
        try {
            return Optional.of(new Rule(node.origin(), path, flag, FlagExpression.parse(scalar.text(), names)));
        } catch (InvalidValueException e) {
            problems.add(node.origin(), path, e.getMessage() + " but was " + scalar.text());
            return Optional.empty();
        }
    }
}
