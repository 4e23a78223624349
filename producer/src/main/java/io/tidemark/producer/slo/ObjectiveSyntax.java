package io.tidemark.producer.slo;

import io.tidemark.events.BurnRule;
import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.util.function.Supplier;

/** Objectives and their rules in the grammar of plans: read, and written so that what is written reads as the same. */
public final class ObjectiveSyntax {
    private ObjectiveSyntax() {}

    /**
     * Reads one line, as in {@code slo.objectives} of a plan; its text is its name, with {@code _} for each {@code /}.
     *
     * @throws IllegalArgumentException naming the rule that it breaks
     */
    public static ObjectiveState parse(String line) {
        TrustedEventClasses.trust();
        return parsed(() -> ObjectiveParser.parse(line));
    }

    /**
     * The objective under another name.
     *
     * @throws IllegalArgumentException naming the rule that the name breaks: the key of its records holds it
     */
    public static ObjectiveState parseNamed(String name, ObjectiveState objective) {
        return parsed(() -> ObjectiveState.newBuilder(objective)
                .setName(ValueTypes.NAME.parse(name))
                .build());
    }

    /** The line of an objective with each of its options, those that it has by default too; its name is not in it. */
    public static String line(ObjectiveState objective) {
        return ObjectiveFormatter.format(objective);
    }

    /**
     * What is asked of a step, without the options that say when a breach opens and closes: {@code ttft_due p95 < 2s} of
     * {@code ttft_due p95 < 2s over 1m for 5s}. An objective whose name is no line has a name of its own, which is given.
     */
    public static String asked(ObjectiveState objective) {
        return isLine(objective.getName()) ? ObjectiveFormatter.asked(objective) : objective.getName();
    }

    private static boolean isLine(String name) {
        try {
            parse(name);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The line of a burn-rate rule with each of its options, as in {@code slo.burn} of a plan. */
    public static String line(BurnRule rule) {
        return BurnRateRuleSpec.line(rule);
    }

    private static <T> T parsed(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (InvalidValueException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
