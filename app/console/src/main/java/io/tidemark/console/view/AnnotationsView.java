package io.tidemark.console.view;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.annotation.TimeAnnotation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Marks at times of a team, newest first. */
public record AnnotationsView(List<AnnotationView> annotations) {
    public AnnotationsView {
        annotations = List.copyOf(annotations);
    }

    /** @param at the time that it is about */
    public record AnnotationView(
            Team team,
            String id,
            Instant at,
            String text,
            Optional<String> target,
            Optional<String> experiment,
            Optional<String> run,
            String by,
            Instant setAt) {
        public static AnnotationView of(TimeAnnotation annotation) {
            return new AnnotationView(
                    annotation.team(),
                    annotation.id(),
                    annotation.at(),
                    annotation.text(),
                    annotation.subject().target(),
                    annotation.subject().experiment(),
                    annotation.subject().run(),
                    annotation.by(),
                    annotation.setAt());
        }
    }
}
