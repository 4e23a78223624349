package io.tidemark.producer.run;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** Counts what an object holds: our own objects, elements of collections and of arrays, whatever they are reached by. */
public final class ReachableObjects {
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Object> open = new ArrayDeque<>();
    private long count;

    private ReachableObjects() {}

    public static long by(Object root) throws IllegalAccessException {
        ReachableObjects held = new ReachableObjects();
        held.reach(root);
        while (!held.open.isEmpty()) {
            held.enter(held.open.remove());
        }
        return held.count;
    }

    private void reach(Object object) {
        count++;
        if (seen.add(object)) {
            open.add(object);
        }
    }

    private void enter(Object object) throws IllegalAccessException {
        if (object instanceof Collection<?> elements) {
            elements.forEach(this::reach);
        } else if (object instanceof Map<?, ?> map) {
            map.keySet().forEach(this::reach);
            map.values().forEach(this::reach);
        } else if (object.getClass().isArray()) {
            count += Array.getLength(object);
        } else if (object.getClass().getName().startsWith("io.tidemark.")) {
            fields(object);
        }
    }

    private void fields(Object object) throws IllegalAccessException {
        for (Field field : object.getClass().getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !(object instanceof Enum)) {
                field.setAccessible(true);
                Object value = field.get(object);
                if (value != null) {
                    reach(value);
                }
            }
        }
    }
}
