package io.tidemark.producer.plan;

import io.tidemark.producer.plan.secret.SecretSource;

/** A header that every request carries. */
public sealed interface HeaderPlan {
    String name();

    /** Its value stands in the plan, and therefore in events and reports. */
    record Plain(String name, String value) implements HeaderPlan {}

    /** Its value is a secret and is found elsewhere. */
    record Secret(String name, SecretSource value) implements HeaderPlan {}
}
