package io.tidemark.reports.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Optional;

/** The phase that a run's plan names as the one that others are compared with. */
final class PlanBaseline {
    private static final JsonMapper JSON = new JsonMapper();

    private PlanBaseline() {}

    /**
     * Empty if it names none.
     *
     * @throws IllegalStateException if the plan is no JSON, which the store never holds
     */
    static Optional<String> of(String planJson) {
        try {
            return Optional.of(JSON.readTree(planJson).path("baseline").asText(""))
                    .filter(name -> !name.isEmpty());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the plan of a stored run is no JSON: " + planJson, e);
        }
    }
}
