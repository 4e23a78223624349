package io.tidemark.producer.plan.openslo;

import java.util.Arrays;
import java.util.Optional;

/** The kinds of documents in OpenSLO's shape that are read here. */
enum OpenSloKind {
    SLO("SLO"),
    SLI("SLI"),
    ALERT_POLICY("AlertPolicy"),
    ALERT_CONDITION("AlertCondition"),
    /** Says nothing here. */
    SERVICE("Service");

    private final String word;

    OpenSloKind(String word) {
        this.word = word;
    }

    /** As it is written. */
    String word() {
        return word;
    }

    static Optional<OpenSloKind> of(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
    }
}
