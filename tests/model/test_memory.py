from judge.model.memory import MOST, AnswerMemory, Question

SQUARE: Question[int, int] = Question()
NAME: Question[int, str] = Question()


def test_each_question_has_its_own_answers():
    memory = AnswerMemory()
    memory.answers(SQUARE)[2] = 4
    memory.answers(NAME)[2] = "two"
    assert (memory.answers(SQUARE), memory.answers(NAME)) == ({2: 4}, {2: "two"})
    assert AnswerMemory().answers(SQUARE) == {}


def test_too_many_answers_are_forgotten():
    memory = AnswerMemory()
    memory.answers(NAME)[1] = "one"
    memory.answers(SQUARE).update(dict.fromkeys(range(MOST + 1), 0))
    assert memory.answers(SQUARE) == {}
    assert memory.answers(NAME) == {1: "one"}
