"""Phases and the path through them, grouped by track."""

from __future__ import annotations

from lessonkit.course.entries import LessonMetadata
from lessonkit.course.model import Course, Phase
from lessonkit.site.lesson_view import find_lesson
from lessonkit.site.links import phase_page
from lessonkit.site.page_views import PhaseLesson, PhaseView, TrackView


def build_phase_view(course: Course, phase: Phase) -> PhaseView:
    """Return a phase with all its lessons, written and planned."""
    written = {lesson.id: lesson.metadata for lesson in phase.lessons}
    lessons = []
    for entry in phase.metadata.lessons:
        metadata = written.get(entry.id)
        lessons.append(
            PhaseLesson(
                neighbour=find_lesson(course, entry.id),
                kind=_name_kind(metadata),
                minutes=metadata.minutes.total if metadata else 0,
                outcome=metadata.outcome if metadata else "",
            )
        )
    return PhaseView(
        id=phase.id,
        number=phase.number,
        title=phase.metadata.title,
        summary=phase.metadata.summary,
        hardware=phase.metadata.hardware,
        page=phase_page(phase.id),
        lessons=tuple(lessons),
    )


def _name_kind(metadata: LessonMetadata | None) -> str:
    """Return what a lesson is; of one that is not written yet it is not known."""
    if metadata is None:
        return ""
    return f"{metadata.kind}, draft" if metadata.is_draft else metadata.kind


def build_path(course: Course) -> tuple[TrackView, ...]:
    """Return the tracks with their phases, planned ones without a page."""
    found = [(p.metadata.track, build_phase_view(course, p)) for p in course.phases]
    for planned in course.metadata.planned:
        view = PhaseView(
            id=planned.id,
            number=f"{planned.number:02}",
            title=planned.title,
            summary=planned.summary,
            hardware="",
            page="",
            lessons=(),
        )
        found.append((planned.track, view))
    found.sort(key=lambda entry: entry[1].number)
    return tuple(
        TrackView(track, tuple(view for id, view in found if id == track.id))
        for track in course.metadata.tracks
    )
