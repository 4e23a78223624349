package io.tidemark.app;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Counts the source files of each package; generated event types do not count. */
final class PackageSize extends ArchCondition<JavaClass> {
    private final int limit;
    private final List<JavaClass> seen = new ArrayList<>();

    private PackageSize(int limit) {
        super("stand in packages of at most " + limit + " source files");
        this.limit = limit;
    }

    static PackageSize atMost(int limit) {
        return new PackageSize(limit);
    }

    @Override
    public void init(Collection<JavaClass> all) {
        seen.clear();
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        seen.add(type);
    }

    @Override
    public void finish(ConditionEvents events) {
        Map<String, Set<String>> files = seen.stream()
                .filter(type -> !type.getPackageName().startsWith("io.tidemark.events"))
                .filter(type -> type.getEnclosingClass().isEmpty())
                .collect(groupingBy(JavaClass::getPackageName, mapping(JavaClass::getSimpleName, toSet())));
        files.forEach((name, types) -> events.add(new SimpleConditionEvent(
                name, types.size() <= limit, name + " has " + types.size() + " source files; the limit is " + limit)));
    }
}
